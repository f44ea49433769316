import type { Profile } from '@rivalhold/shared/contract/profiles.ts';
import { DIRECTORY_TEXTS } from '@rivalhold/shared/texts/directory.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ChallengeButton } from '../../entities/players/challenge-button.tsx';
import { statusText } from '../../entities/players/describe.ts';
import { PlayerAvatarLink } from '../../entities/players/player-avatar-link.tsx';
import { PlayerLink } from '../../entities/players/player-link.tsx';
import { useUser } from '../../entities/session/api.ts';
import { FriendChip } from '../../features/friends/components/friend-chip.tsx';
import { repeat } from '../../lib/repeat.ts';
import { Button } from '../../ui/button.tsx';
import { Grid, Page, Stack } from '../../ui/layout.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { SkeletonCard } from '../../ui/skeleton-parts.tsx';
import { ListState, Notice } from '../../ui/state.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { directoryQuery } from './directory.ts';
import styles from './directory-page.module.css';
import { FilterBar } from './filter-bar.tsx';
import { useFilters } from './use-filters.ts';

/** Show Find Players: a search of all players by part of the name and by level. The server performs the search. */
export function DirectoryPage() {
  const finding = useFilters();
  const query = useInfiniteQuery(directoryQuery(finding.filters));
  const { error, hasNextPage, isPlaceholderData } = query;
  const isFiltered = Object.keys(finding.filters).length > 0;
  return (
    <Page gap={5}>
      <h1>{DIRECTORY_TEXTS.title}</h1>
      <FilterBar {...finding} />
      <ListState
        items={query.data?.pages.flatMap((page) => page.items)}
        failure={error ? DIRECTORY_TEXTS.failed : null}
        retry={() => void query.refetch()}
        loading={<LoadingState />}
        empty={
          isFiltered ? (
            <Notice
              icon="walking-boot"
              title={DIRECTORY_TEXTS.empty}
              text={DIRECTORY_TEXTS.emptyText}
              action={<Button onClick={finding.clear}>{DIRECTORY_TEXTS.clear}</Button>}
            />
          ) : (
            <Notice icon="campfire" title={DIRECTORY_TEXTS.noPlayers} text={DIRECTORY_TEXTS.noPlayersText} />
          )
        }
      >
        {(players) => (
          <div aria-busy={isPlaceholderData} className={isPlaceholderData ? styles.stale : undefined}>
            <p role="status" className={styles.resultCount}>
              {isPlaceholderData
                ? DIRECTORY_TEXTS.loading
                : DIRECTORY_TEXTS.found(players.length, hasNextPage)}
            </p>
            <Grid as="ul" columns="19rem" gap={3} className={styles.grid}>
              {players.map((player) => (
                <li key={player.id}>
                  <PlayerCard player={player} />
                </li>
              ))}
            </Grid>
            <LoadMore query={query} failed={DIRECTORY_TEXTS.failed} />
          </div>
        )}
      </ListState>
    </Page>
  );
}

/** Show a search result: the player, with friend and challenge actions. */
export function PlayerCard({ player }: { player: Profile }) {
  const own = useUser().id === player.id;
  return (
    <article className={styles.card}>
      <PlayerAvatarLink player={player} size={64} />
      <Stack>
        <h2 className={styles.name}>
          <PlayerLink player={player}>{player.username}</PlayerLink>
        </h2>
        <p className={styles.level}>{PROFILE_TEXTS.level(player.level)}</p>
        <p dir="auto" className={styles.status}>
          {statusText(player)}
        </p>
      </Stack>
      <div className={styles.actions}>
        <FriendChip player={player} />
        {!own && <ChallengeButton player={player} size="small" variant="primary" named />}
      </div>
    </article>
  );
}

function LoadingState() {
  return (
    <>
      <VisuallyHidden role="status">{DIRECTORY_TEXTS.loading}</VisuallyHidden>
      <Grid columns="19rem" gap={3}>
        {repeat(9, (index) => (
          <SkeletonCard key={index} height="9.5rem" picture="4rem" lines={3} />
        ))}
      </Grid>
    </>
  );
}
