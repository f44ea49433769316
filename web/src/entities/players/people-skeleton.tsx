import { repeat } from '../../lib/repeat.ts';
import { Row, Stack } from '../../ui/layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './people-skeleton.module.css';

/** Show placeholder rows for players in a compact list, each 3.75rem high. */
export function CompactPeopleSkeleton({ rows }: { rows: number }) {
  return (
    <div aria-hidden="true">
      {repeat(rows, (row) => (
        <Row key={row} gap={3} paddingBlock={2}>
          <Skeleton width="2.75rem" height="2.75rem" />
          <Skeleton width="55%" />
        </Row>
      ))}
    </div>
  );
}

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
