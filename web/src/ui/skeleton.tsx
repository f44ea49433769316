import { clsx } from 'clsx';
import { repeat } from '../lib/repeat.ts';
import { Stack } from './layout.tsx';
import styles from './skeleton.module.css';

type SkeletonProps = {
  /** CSS lengths; by default, the size of a line of text. */
  width?: string;
  height?: string;
  radius?: 2 | 'round' | 'portrait';
  className?: string;
};

/** Show a placeholder that has the size of the content being loaded. */
export function Skeleton({ width = '100%', height = '1em', radius, className }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={clsx(styles.skeleton, className)}
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
