import type { Board, RankedPlayer } from '@rivalhold/shared/contract/profiles.ts';
import { LEADERBOARD_TEXTS as TEXTS } from '@rivalhold/shared/texts/leaderboard.ts';
import { MENU_TEXTS } from '@rivalhold/shared/texts/menu.ts';
import { PAGE_TITLES } from '@rivalhold/shared/texts/page-titles.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { RATING_TEXTS } from '@rivalhold/shared/texts/ranked.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { ChallengeButton } from '../../entities/players/challenge-button.tsx';
import { PlayerAvatarLink } from '../../entities/players/player-avatar-link.tsx';
import { PlayerLink } from '../../entities/players/player-link.tsx';
import { useUser } from '../../entities/session/api.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Grid, Page, Stack, Surface } from '../../ui/layout.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ListState, Notice } from '../../ui/state.tsx';
import { Text } from '../../ui/text.tsx';
import { BoardSkeleton, RankNumber } from './board-parts.tsx';
import { BOARD_TABS, boardQuery, readBoard } from './boards.ts';
import styles from './leaderboard-page.module.css';
import { RatingRanking } from './rating-ranking.tsx';

/** Render /leaderboard: the boards as tabs, and the player's own rank below the list. */
export function LeaderboardPage() {
  const board = readBoard(useSearch({ strict: false }));
  return (
    <Page gap={5}>
      <PageHeader
        title={TEXTS.title}
        text={board === 'rating' ? RATING_TEXTS.aboutBoard : TEXTS.about[board]}
      />
      <nav aria-label={TEXTS.boards}>
        <Grid as="ul" columns={BOARD_TABS.length} gap={1} padding={1} border radius={3} fill={1}>
          {BOARD_TABS.map((name) => (
            <li key={name}>
              <Link
                to="/leaderboard"
                search={name === 'wins' ? {} : { board: name }}
                replace
                resetScroll={false}
                activeOptions={{ exact: true, includeSearch: true }}
                aria-current={name === board ? 'page' : undefined}
                className={styles.tab}
              >
                {name === 'rating' ? RATING_TEXTS.board : TEXTS.board[name]}
              </Link>
            </li>
          ))}
        </Grid>
      </nav>
      {board === 'rating' ? <RatingRanking /> : <Ranking key={board} board={board} />}
    </Page>
  );
}

function Ranking({ board }: { board: Board }) {
  const me = useUser();
  const query = useInfiniteQuery(boardQuery(board));
  const items = query.data?.pages.flatMap((page) => page.items);
  const pinned = query.data?.pages.at(-1)?.own;
  // Prefer the player's entry in the loaded list, because the server's separate entry can contain a rank that is a
  // minute old.
  const own = items?.find(({ id }) => id === me.id) ?? pinned;
  return (
    <Surface radius={3} border shadow={1}>
      <ListState
        items={items}
        failure={query.error ? TEXTS.failed : null}
        retry={() => void query.refetch()}
        loading={<BoardSkeleton />}
        empty={<Notice icon="trophy-cup" title={TEXTS.empty} action={<ToFights />} />}
      >
        {(players) => (
          <>
            <ol className={styles.list} aria-label={TEXTS.board[board]}>
              {players.map((player) => (
                <li key={player.id}>
                  <Entry player={player} own={player.id === me.id} />
                </li>
              ))}
            </ol>
            <LoadMore query={query} failure={TEXTS.failed} end={board === 'friends' ? null : TEXTS.end} />
          </>
        )}
      </ListState>
      {board === 'friends' && items?.length === 1 && (
        <Notice
          icon="three-friends"
          title={TEXTS.noFriends}
          action={
            <ButtonLink to="/directory" size="small">
              {PAGE_TITLES.directory}
            </ButtonLink>
          }
        />
      )}
      {query.data && (
        <section aria-label={TEXTS.yourRank} className={styles.own}>
          {own ? (
            <Entry player={own} own pinned />
          ) : (
            <Text tone="quiet" textAlign="center" padding={4}>
              {TEXTS.notRanked}
            </Text>
          )}
        </section>
      )}
    </Surface>
  );
}

const ToFights = () => (
  <ButtonLink to="/fights" variant="primary" size="small">
    {TEXTS.fight}
  </ButtonLink>
);

type EntryProps = { player: RankedPlayer; own: boolean; pinned?: boolean };

/** Show a player on a board, with the player's rank. */
function Entry({ player, own, pinned }: EntryProps) {
  const { rank, score, losses } = player;
  const name: ReactNode = own ? MENU_TEXTS.you : player.username;
  return (
    <div className={clsx(styles.entry, own && !pinned && styles.mine, rank <= 3 && styles.top)}>
      <RankNumber rank={rank} />
      <PlayerAvatarLink player={player} size={44} />
      <Stack grow>
        <PlayerLink player={player} className={styles.name}>
          {name}
        </PlayerLink>
        <Text size={1} tone="quiet">
          {PROFILE_TEXTS.level(player.level)}
        </Text>
      </Stack>
      <Stack as="p" fixed justify="end" leading="snug" tabular>
        <strong>{TEXTS.wins(score)}</strong>
        <Text as="span" size={1} tone="quiet">
          {TEXTS.losses(losses)}
        </Text>
      </Stack>
      {own ? (
        <span className={styles.action} />
      ) : (
        <ChallengeButton player={player} size="small" named className={styles.action}>
          <Icon name="crossed-swords" className={styles.sign} />
          <span className={styles.label}>{PROFILE_TEXTS.challenge}</span>
        </ChallengeButton>
      )}
    </div>
  );
}
