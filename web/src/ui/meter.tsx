import { formatNumber } from '@rivalhold/shared/format-number.ts';
import { clsx } from 'clsx';
import type { CSSProperties } from 'react';
import styles from './meter.module.css';

type MeterProps = {
  value: number;
  max: number;
  kind: 'health' | 'energy' | 'xp';
  /** The measured quantity, e.g. 'Health'. */
  label: string;
  /** True to highlight the lost part of the bar for a moment after a loss. */
  trailing?: boolean;
  /** Replaces the text 'value / max'. */
  text?: string;
  /** True (the default) to show the label and the numbers above the bar. If false, only screen readers read them. */
  showText?: boolean;
  className?: string;
};

/** Show a bar with its numbers as text. Values below 0 or above `max` appear as empty or full. */
export function Meter({ value, max, kind, label, trailing, text, showText = true, className }: MeterProps) {
  const part = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  const shown = text ?? `${formatNumber(value)} / ${formatNumber(max)}`;
  return (
    <div className={className}>
      {showText && (
        <div className={styles.text} aria-hidden="true">
          <span>{label}</span>
          <span className={styles.numbers}>{shown}</span>
        </div>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: browsers render a meter element differently */}
      <div
        className={clsx(styles.track, styles[kind])}
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.max(max, 0)}
        aria-valuenow={Math.min(Math.max(value, 0), Math.max(max, 0))}
        aria-valuetext={shown}
        style={{ '--part': part } as CSSProperties}
      >
        {trailing && <div className={styles.trail} />}
        <div className={styles.fill} />
      </div>
    </div>
  );
}
