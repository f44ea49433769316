import { clsx } from 'clsx';
import { repeat } from '../lib/repeat.ts';
import { Stack } from './layout.tsx';
import styles from './skeleton.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

type SkeletonProps = {
  /** CSS lengths; a line of text by default. */
  width?: string;
  height?: string;
  round?: boolean;
  radius?: 2 | 'round';
  className?: string;
};

/** Show a placeholder of the size of the loading content. */
export function Skeleton({ width = '100%', height = '1em', round, radius, className }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={clsx(styles.skeleton, round && styles.round, className)}
      style={{ width, height, borderRadius: radius && `var(--radius-${radius})` }}
    />
  );
}

/** Show placeholder lines of text. */
export function SkeletonLines({ lines = 3 }: { lines?: number }) {
  return (
    <Stack as="span" gap={2} aria-hidden="true">
      {repeat(lines, (line) => (
        <Skeleton key={line} width={line === lines - 1 ? '60%' : '100%'} />
      ))}
    </Stack>
  );
}

/** Show a placeholder for a card: a picture of this size, if any, and lines of text. */
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
