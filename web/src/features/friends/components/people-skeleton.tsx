import { Skeleton } from '../../../ui/skeleton.tsx';
import styles from './lists.module.css';

/** Rows of people who are coming. */
export function PeopleSkeleton({ rows }: { rows: number }) {
  return (
    <ul className={styles.list} aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
        <li key={row} className={styles.waiting}>
          <Skeleton width="3rem" height="3rem" />
          <Skeleton width="55%" />
        </li>
      ))}
    </ul>
  );
}
