import { repeat } from '../../lib/repeat.ts';
import { Stack } from '../../ui/layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './people-skeleton.module.css';

/** Show placeholder rows for players. */
export function PeopleSkeleton({ rows }: { rows: number }) {
  return (
    <Stack as="ul" divided aria-hidden="true">
      {repeat(rows, (row) => (
        <li key={row} className={styles.loading}>
          <Skeleton width="3rem" height="3rem" />
          <Skeleton width="55%" />
        </li>
      ))}
    </Stack>
  );
}
