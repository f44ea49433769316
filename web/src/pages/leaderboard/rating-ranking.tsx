import type { RatingSummary } from '@rivalhold/shared/contract/ratings.ts';
import { formatNumber } from '@rivalhold/shared/format-number.ts';
import { LEADERBOARD_TEXTS } from '@rivalhold/shared/texts/leaderboard.ts';
import { MENU_TEXTS } from '@rivalhold/shared/texts/menu.ts';
import { RANKED_TEXTS, RATING_TEXTS as TEXTS } from '@rivalhold/shared/texts/ranked.ts';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { PlayerAvatarLink } from '../../entities/players/player-avatar-link.tsx';
import { PlayerLink } from '../../entities/players/player-link.tsx';
import { useUser } from '../../entities/session/api.ts';
import { ratingBoardQuery } from '../../features/ratings/api.ts';
import { RatingLabel } from '../../features/ratings/components/rating-label.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Row, Stack, Surface } from '../../ui/layout.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { ListState, Notice } from '../../ui/state.tsx';
import { Text } from '../../ui/text.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './leaderboard-page.module.css';

/** Show the players with the highest ratings, and the viewer's own rating. */
export function RatingRanking() {
  const me = useUser();
  const { data, isError, refetch } = useQuery(ratingBoardQuery);
  const isListed = data?.items.some(({ player }) => player.id === me.id) ?? false;
  return (
    <Surface radius={3} border shadow={1} className={styles.board}>
      <ListState
        items={data?.items}
        failure={isError ? LEADERBOARD_TEXTS.failed : null}
        retry={() => void refetch()}
        loading={<SkeletonLines lines={12} />}
        empty={<Notice icon="trophy-cup" title={TEXTS.boardEmpty} action={<ToRanked />} />}
      >
        {(entries) => (
          <ol className={styles.list} aria-label={TEXTS.board}>
            {entries.map(({ place, player, rating }) => (
              <li
                key={player.id}
                className={clsx(styles.entry, player.id === me.id && styles.mine, place <= 3 && styles.top)}
              >
                <p className={styles.place}>
                  <span aria-hidden="true">{formatNumber(place)}</span>
                  <VisuallyHidden>{LEADERBOARD_TEXTS.place(place)}</VisuallyHidden>
                </p>
                <PlayerAvatarLink player={player} size={44} />
                <Stack grow>
                  <PlayerLink player={player} className={styles.name}>
                    {player.id === me.id ? MENU_TEXTS.you : player.username}
                  </PlayerLink>
                  <Text size={1} tone="quiet">
                    {TEXTS.fights(rating.fights)}
                  </Text>
                </Stack>
                <RatingLabel rating={rating} end />
              </li>
            ))}
          </ol>
        )}
      </ListState>
      {data && !isListed && (
        <section aria-label={RANKED_TEXTS.yourRating} className={styles.own}>
          <OwnRating own={data.own} />
        </section>
      )}
    </Surface>
  );
}

const ToRanked = () => (
  <ButtonLink to="/ranked" variant="primary" size="small">
    {RANKED_TEXTS.find}
  </ButtonLink>
);

function OwnRating({ own }: { own: RatingSummary | null }) {
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
