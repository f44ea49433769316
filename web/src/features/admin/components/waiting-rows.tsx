import { Skeleton } from '../../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import styles from './desk.module.css';

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f'] as const;

/** Rows that are coming; `text` is spoken only. */
export function WaitingRows({ text, rows = 5 }: { text: string; rows?: number }) {
  return (
    <>
      <VisuallyHidden>
        <span role="status">{text}</span>
      </VisuallyHidden>
      <div className={styles.list}>
        {ROWS.slice(0, rows).map((row) => (
          <div key={row} className={styles.waiting}>
            <Skeleton width="3rem" height="3rem" />
            <Skeleton width="min(14rem, 60%)" height="1.25em" />
          </div>
        ))}
      </div>
    </>
  );
}
