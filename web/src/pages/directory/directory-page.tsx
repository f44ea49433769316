import { DIRECTORY_TEXTS } from '@rivalhold/shared/texts/directory.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { repeat } from '../../lib/repeat.ts';
import { Button } from '../../ui/button.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ListState, Notice } from '../../ui/state.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { directoryQuery } from './directory.ts';
import styles from './directory-page.module.css';
import { FilterBar } from './filter-bar.tsx';
import { PlayerCard } from './player-card.tsx';
import { useFilters } from './use-filters.ts';

/** Find Players: everybody by part of their name and by level. The server does the finding. */
export function DirectoryPage() {
  const finding = useFilters();
  const query = useInfiniteQuery(directoryQuery(finding.filters));
  const { error, hasNextPage, isPlaceholderData } = query;
  const isFiltered = Object.keys(finding.filters).length > 0;
  return (
    <div className={styles.page}>
      <h1>{DIRECTORY_TEXTS.title}</h1>
      <FilterBar {...finding} />
      <ListState
        items={query.data?.pages.flatMap((page) => page.items)}
        failure={error ? DIRECTORY_TEXTS.failed : null}
        retry={() => void query.refetch()}
        loading={<Waiting />}
        empty={
          isFiltered ? (
            <Notice
              icon="walking-boot"
              title={DIRECTORY_TEXTS.empty}
              text={DIRECTORY_TEXTS.emptyText}
              action={<Button onClick={finding.clear}>{DIRECTORY_TEXTS.clear}</Button>}
            />
          ) : (
            <Notice icon="campfire" title={DIRECTORY_TEXTS.nobody} text={DIRECTORY_TEXTS.nobodyText} />
          )
        }
      >
        {(players) => (
          <div aria-busy={isPlaceholderData} className={isPlaceholderData ? styles.old : undefined}>
            <p role="status" className={styles.found}>
              {isPlaceholderData
                ? DIRECTORY_TEXTS.loading
                : DIRECTORY_TEXTS.found(players.length, hasNextPage)}
            </p>
            <ul className={styles.grid}>
              {players.map((player) => (
                <li key={player.id}>
                  <PlayerCard player={player} />
                </li>
              ))}
            </ul>
            <LoadMore query={query} failed={DIRECTORY_TEXTS.failed} />
          </div>
        )}
      </ListState>
    </div>
  );
}

function Waiting() {
  return (
    <>
      <VisuallyHidden role="status">{DIRECTORY_TEXTS.loading}</VisuallyHidden>
      <div className={styles.grid}>
        {repeat(9, (place) => (
          <Skeleton key={place} height="9.5rem" card />
        ))}
      </div>
    </>
  );
}
