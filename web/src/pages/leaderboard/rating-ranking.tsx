import type { RatingBoard, RatingSummary } from '@rivalhold/shared/contract/ratings.ts';
import { LEADERBOARD_TEXTS } from '@rivalhold/shared/texts/leaderboard.ts';
import { MENU_TEXTS } from '@rivalhold/shared/texts/menu.ts';
import { RANKED_TEXTS, RATING_TEXTS as TEXTS } from '@rivalhold/shared/texts/ranked.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { PlayerAvatarLink } from '../../entities/players/player-avatar-link.tsx';
import { PlayerLink } from '../../entities/players/player-link.tsx';
import { useUser } from '../../entities/session/api.ts';
import { ratingBoardQuery } from '../../features/ratings/api.ts';
import { RatingLabel } from '../../features/ratings/components/rating-label.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Row, Stack, Surface } from '../../ui/layout.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { ListState, Notice } from '../../ui/state.tsx';
import { Text } from '../../ui/text.tsx';
import { BoardSkeleton, RankNumber } from './board-parts.tsx';
import styles from './leaderboard-page.module.css';

/** Show the players with the highest ratings, and below them the viewer's own rating. */
export function RatingRanking() {
  const me = useUser();
  const query = useInfiniteQuery(ratingBoardQuery);
  const items = query.data?.pages.flatMap((page) => page.items);
  return (
    <Surface radius={3} border shadow={1}>
      <ListState
        items={items}
        failure={query.error ? LEADERBOARD_TEXTS.failed : null}
        retry={() => void query.refetch()}
        loading={<BoardSkeleton />}
        empty={<Notice icon="trophy-cup" title={TEXTS.boardEmpty} action={<ToRanked />} />}
      >
        {(entries) => (
          <>
            <ol className={styles.list} aria-label={TEXTS.board}>
              {entries.map((entry) => (
                <li key={entry.player.id}>
                  <Entry {...entry} isOwn={entry.player.id === me.id} />
                </li>
              ))}
            </ol>
            <LoadMore query={query} failure={LEADERBOARD_TEXTS.failed} end={LEADERBOARD_TEXTS.end} />
          </>
        )}
      </ListState>
      {query.data && (
        <section aria-label={RANKED_TEXTS.yourRating} className={styles.own}>
          <OwnRating own={query.data.pages.at(-1)?.own ?? null} />
        </section>
      )}
    </Surface>
  );
}

type EntryProps = {
  rank: number;
  player: { id: number; username: string; avatarUrl: string | null };
  rating: RatingSummary;
  isOwn: boolean;
  /** True for the viewer's entry below the list. */
  pinned?: boolean;
};

/** Show a player of the board with their rank and rating. */
function Entry({ rank, player, rating, isOwn, pinned }: EntryProps) {
  return (
    <div className={clsx(styles.entry, isOwn && !pinned && styles.mine, rank <= 3 && styles.top)}>
      <RankNumber rank={rank} />
      <PlayerAvatarLink player={player} size={44} />
      <Stack grow>
        <PlayerLink player={player} className={styles.name}>
          {isOwn ? MENU_TEXTS.you : player.username}
        </PlayerLink>
        <Text size={1} tone="quiet">
          {TEXTS.fights(rating.fights)}
        </Text>
      </Stack>
      <RatingLabel rating={rating} end />
    </div>
  );
}

const ToRanked = () => (
  <ButtonLink to="/ranked" variant="primary" size="small">
    {RANKED_TEXTS.find}
  </ButtonLink>
);

/** Show the viewer's own rating with its rank. If there is no rank, show a link to ranked fights. */
function OwnRating({ own }: { own: RatingBoard['own'] }) {
  const me = useUser();
  if (own && own.rank !== null) return <Entry rank={own.rank} player={me} rating={own} isOwn pinned />;
  return (
    <Row gap={3} padding={4} justify="between" wrap>
      {own ? <RatingLabel rating={own} /> : <Text tone="quiet">{TEXTS.none}</Text>}
      {own && (
        <Text size={1} tone="quiet">
          {TEXTS.ownUnlisted(own.fights)}
        </Text>
      )}
      <ToRanked />
    </Row>
  );
}
