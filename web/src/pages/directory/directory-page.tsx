import type { Profile } from '@rivalhold/shared/contract/profiles.ts';
import { DIRECTORY_TEXTS } from '@rivalhold/shared/texts/directory.ts';
import { MATCHUP_TEXTS } from '@rivalhold/shared/texts/fights.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { gameQuery } from '../../entities/game/api.ts';
import { ChallengeButton } from '../../entities/players/challenge-button.tsx';
import { statusText } from '../../entities/players/describe.ts';
import { PlayerAvatarLink } from '../../entities/players/player-avatar-link.tsx';
import { PlayerLink } from '../../entities/players/player-link.tsx';
import { useUser } from '../../entities/session/api.ts';
import { FriendChip } from '../../features/friends/components/friend-chip.tsx';
import { repeat } from '../../lib/repeat.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Grid, Page, Row, Stack } from '../../ui/layout.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { SkeletonCard } from '../../ui/skeleton-parts.tsx';
import { ListState, Notice } from '../../ui/state.tsx';
import { Text } from '../../ui/text.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { directoryQuery } from './directory.ts';
import styles from './directory-page.module.css';
import { FilterBar } from './filter-bar.tsx';
import { isByLevel, TOGGLES } from './filters.ts';
import { useFilters } from './use-filters.ts';

/**
 * Show Find Players: all players, with filters that the server applies. The players nearest to the viewer's level come
 * first, except in some searches by name (see `isByLevel`).
 */
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
              text={
                TOGGLES.some((name) => finding.filters[name])
                  ? DIRECTORY_TEXTS.emptyToggled
                  : DIRECTORY_TEXTS.emptyText
              }
              action={<Button onClick={finding.clear}>{DIRECTORY_TEXTS.clear}</Button>}
            />
          ) : (
            <Notice icon="campfire" title={DIRECTORY_TEXTS.noPlayers} text={DIRECTORY_TEXTS.noPlayersText} />
          )
        }
      >
        {(players) => (
          <div aria-busy={isPlaceholderData} className={isPlaceholderData ? styles.stale : undefined}>
            <Row justify="between" gap={2} size={1} tone="quiet" paddingBottom={3}>
              <p role="status">
                {isPlaceholderData
                  ? DIRECTORY_TEXTS.loading
                  : DIRECTORY_TEXTS.found(players.length, hasNextPage)}
              </p>
              {isByLevel(finding.filters) && <p>{DIRECTORY_TEXTS.byLevel}</p>}
            </Row>
            <Grid as="ul" columns="19rem" gap={3} className={styles.grid}>
              {players.map((player) => (
                <li key={player.id}>
                  <PlayerCard player={player} />
                </li>
              ))}
            </Grid>
            <LoadMore query={query} failure={DIRECTORY_TEXTS.failed} />
          </div>
        )}
      </ListState>
    </Page>
  );
}

/** Largest difference in level at which the page calls a fight fair. */
const FAIR_LEVELS = 1;

/** Show a player with a comparison to the viewer's level, and with friend and challenge actions. */
export const PlayerCard = memo(function PlayerCard({ player }: { player: Profile }) {
  const { id: meId } = useUser();
  const isOwn = meId === player.id;
  const ownLevel = useQuery(gameQuery(meId)).data?.stats.level;
  return (
    <article className={styles.card}>
      <PlayerAvatarLink player={player} size={64} />
      <Stack>
        <h2 className={styles.name}>
          <PlayerLink player={player}>{player.username}</PlayerLink>
        </h2>
        <Text size={1} tone="quiet">
          <Text as="span" size={1} tone="xp" weight="bold" display>
            {PROFILE_TEXTS.level(player.level)}
          </Text>
          {` · ${MATCHUP_TEXTS.record(player.wins, player.losses)}`}
        </Text>
        <p dir="auto" className={styles.status}>
          {statusText(player)}
        </p>
      </Stack>
      <div className={styles.actions}>
        {!isOwn && ownLevel !== undefined && <Comparison level={player.level} ownLevel={ownLevel} />}
        <FriendChip player={player} />
        {!isOwn && <ChallengeButton player={player} size="small" variant="primary" named />}
      </div>
    </article>
  );
});

/** Compare a player's level with the viewer's level. */
function Comparison({ level, ownLevel }: { level: number; ownLevel: number }) {
  const isFair = Math.abs(level - ownLevel) <= FAIR_LEVELS;
  return isFair ? (
    <Text as="span" size={1} tone="heal" weight="bold" className={styles.comparison}>
      <Icon name="crossed-swords" />
      {DIRECTORY_TEXTS.fair}
    </Text>
  ) : (
    <Text as="span" size={1} tone="quiet" className={styles.comparison}>
      {DIRECTORY_TEXTS.levelBeside(level, ownLevel)}
    </Text>
  );
}

function LoadingState() {
  return (
    <>
      <VisuallyHidden role="status">{DIRECTORY_TEXTS.loading}</VisuallyHidden>
      <Grid columns="19rem" gap={3}>
        {repeat(9, (index) => (
          <SkeletonCard key={index} height="10.25rem" picture="4rem" lines={3} />
        ))}
      </Grid>
    </>
  );
}
