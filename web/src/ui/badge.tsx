import { clsx } from 'clsx';
import styles from './badge.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

const MAX_SHOWN = 99;

/** Shorten a count for a badge: '99+' for anything above 99. */
export const shortCount = (count: number): string => (count > MAX_SHOWN ? `${MAX_SHOWN}+` : String(count));

type BadgeProps = {
  count: number;
  /** Text for screen readers. Omit it if the label of the parent includes the count. */
  label?: string;
  tone?: 'danger' | 'ember';
  /** Place the badge on the corner of the icon, so that the layout does not move when a count appears. */
  corner?: boolean;
};

/** Show a count. Renders nothing for zero. */
export function Badge({ count, label, tone = 'danger', corner }: BadgeProps) {
  if (count <= 0) return null;
  return (
    <span className={clsx(styles.badge, styles[tone], corner && styles.corner)}>
      <span aria-hidden="true">{shortCount(count)}</span>
      {label && <VisuallyHidden>{label}</VisuallyHidden>}
    </span>
  );
}
