import { formatNumber } from '@rivalhold/shared/format-number.ts';
import { LEADERBOARD_TEXTS as TEXTS } from '@rivalhold/shared/texts/leaderboard.ts';
import { repeat } from '../../lib/repeat.ts';
import { Stack } from '../../ui/layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './leaderboard-page.module.css';

/** Show a player's rank on a board. */
export function RankNumber({ rank }: { rank: number }) {
  return (
    <p className={styles.rank}>
      <span aria-hidden="true">{formatNumber(rank)}</span>
      <VisuallyHidden>{TEXTS.rankNumber(rank)}</VisuallyHidden>
    </p>
  );
}

/** Show placeholders for the players of a board. */
export const BoardSkeleton = () => (
  <div className={styles.list}>
    {repeat(10, (row) => (
      <div key={row} className={styles.entry}>
        <Skeleton width="1.5rem" />
        <Skeleton width="2.75rem" height="2.75rem" />
        <Stack grow>
          <Skeleton width="40%" />
          <Skeleton width="25%" />
        </Stack>
      </div>
    ))}
  </div>
);
