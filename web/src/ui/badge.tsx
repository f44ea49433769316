import { clsx } from 'clsx';
import styles from './badge.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

const MAX_SHOWN = 99;

/** A count as short as a badge has room for: '99+' for anything above 99. */
export const shortCount = (count: number): string => (count > MAX_SHOWN ? `${MAX_SHOWN}+` : String(count));

type BadgeProps = {
  count: number;
  /** What is spoken of it; nothing where what it stands on says it. */
  label?: string;
  tone?: 'danger' | 'ember';
  /** It sits on the corner of the picture beside it: a bar has room, and nothing in it moves when the count comes. */
  corner?: boolean;
};

/** How many; nothing for none. */
export function Badge({ count, label, tone = 'danger', corner }: BadgeProps) {
  if (count <= 0) return null;
  return (
    <span className={clsx(styles.badge, styles[tone], corner && styles.corner)}>
      <span aria-hidden="true">{shortCount(count)}</span>
      {label && <VisuallyHidden>{label}</VisuallyHidden>}
    </span>
  );
}
