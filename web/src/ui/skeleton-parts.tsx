import { repeat } from '../lib/repeat.ts';
import { Stack } from './layout.tsx';
import { Skeleton, SkeletonLines } from './skeleton.tsx';
import styles from './skeleton-parts.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

/** Show a placeholder for a card: a picture of the given size, if any, and lines of text. */
export function SkeletonCard({
  height,
  picture,
  lines = 2,
}: {
  height: string;
  picture?: string;
  lines?: number;
}) {
  return (
    <div aria-hidden="true" className={styles.card} style={{ height }}>
      {picture && <Skeleton width={picture} height={picture} className={styles.picture} />}
      <SkeletonLines lines={lines} />
    </div>
  );
}

/** Show a placeholder for a form field with its label. */
export function SkeletonField({ height = '2.75rem' }: { height?: string }) {
  return (
    <Stack gap={1} aria-hidden="true">
      <Skeleton width="7rem" height="1.25em" />
      <Skeleton height={height} />
    </Stack>
  );
}

/** Show placeholder rows of a list; `text` is for screen readers only. */
export function SkeletonRows({ text, rows = 5 }: { text: string; rows?: number }) {
  return (
    <>
      <VisuallyHidden role="status">{text}</VisuallyHidden>
      <div>
        {repeat(rows, (row) => (
          <div key={row} className={styles.row}>
            <Skeleton width="3rem" height="3rem" />
            <Skeleton width="min(14rem, 60%)" height="1.25em" />
          </div>
        ))}
      </div>
    </>
  );
}
