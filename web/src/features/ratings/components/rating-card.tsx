import type { RatingChange, RatingHistory } from '@rivalhold/shared/contract/ratings.ts';
import { formatNumber } from '@rivalhold/shared/format-number.ts';
import { RATING_TEXTS as TEXTS } from '@rivalhold/shared/texts/ranked.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { Failure } from '../../../ui/state.tsx';
import { Text } from '../../../ui/text.tsx';
import { ratingQuery } from '../api.ts';
import styles from './rating-card.module.css';
import { RatingLabel } from './rating-label.tsx';

/** Show a player's rating, a graph of its history, and its latest changes. */
export function RatingCard({ userId, own }: { userId: number; own: boolean }) {
  const { data, error, refetch } = useQuery(ratingQuery(userId));
  return (
    <Card
      title={TEXTS.title}
      action={
        <ButtonLink to="/leaderboard" search={{ board: 'rating' }} size="small" variant="link">
          {TEXTS.toBoard}
        </ButtonLink>
      }
    >
      {data ? (
        <History history={data} own={own} />
      ) : error ? (
        <Failure message={TEXTS.failed} retry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={6} />
      )}
    </Card>
  );
}

function History({ history: { current, changes }, own }: { history: RatingHistory; own: boolean }) {
  if (!current)
    return (
      <Text tone="quiet">
        {TEXTS.none} {own && <Link to="/ranked">{TEXTS.noneText}</Link>}
      </Text>
    );
  return (
    <Stack gap={3}>
      <Row justify="between" gap={3} wrap>
        <RatingLabel rating={current} />
        <Text tone="quiet" size={1}>
          {TEXTS.fights(current.fights)}
        </Text>
      </Row>
      {changes.length > 1 && <Graph changes={changes.toReversed()} />}
      <details>
        <summary className={styles.summary}>{TEXTS.table}</summary>
        <ChangeTable changes={changes} />
      </details>
    </Stack>
  );
}

const WIDTH = 300;
const HEIGHT = 100;
/** Space above and below the line, in units of the `viewBox`. */
const MARGIN = 8;
/** The smallest range of ratings that the graph spans. */
const MIN_SPAN = 100;

/** Draw a graph of a rating's history. The changes are ordered from the earliest to the latest. */
function Graph({ changes }: { changes: readonly RatingChange[] }) {
  const values = [changes[0]!.before, ...changes.map(({ after }) => after)];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const span = Math.max(MIN_SPAN, high - low);
  const points = values.map((value, index) => {
    const x = (index / (values.length - 1)) * WIDTH;
    const y = HEIGHT - MARGIN - ((value - low) / span) * (HEIGHT - 2 * MARGIN);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <figure className={styles.graph}>
      <svg
        role="img"
        aria-label={TEXTS.graph(values[0]!, values.at(-1)!, changes.length)}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        <polyline points={points.join(' ')} />
      </svg>
      <figcaption aria-hidden="true">
        <span>{formatNumber(high)}</span>
        <span>{formatNumber(low)}</span>
      </figcaption>
    </figure>
  );
}

function ChangeTable({ changes }: { changes: readonly RatingChange[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={styles.scroll} aria-label={TEXTS.table} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{TEXTS.opponent}</th>
            <th scope="col">{TEXTS.change}</th>
            <th scope="col">{TEXTS.rating}</th>
            <th scope="col">{TEXTS.date}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ fightId, opponent, opponentRating, before, after, at }) => (
            <tr key={at}>
              <td>
                {opponent ? (
                  <Link
                    to="/profiles/$userId"
                    params={{ userId: String(opponent.id) }}
                    className={styles.link}
                  >
                    {opponent.username}
                  </Link>
                ) : (
                  TEXTS.unknown
                )}{' '}
                ({formatNumber(opponentRating)})
              </td>
              <td>{TEXTS.changed(after - before)}</td>
              <td>{formatNumber(after)}</td>
              <td>
                {fightId === null ? (
                  <RelativeTime time={at} />
                ) : (
                  <Link to="/fights/$id" params={{ id: String(fightId) }} className={styles.link}>
                    <RelativeTime time={at} />
                  </Link>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
