import { clsx } from 'clsx';
import type { CSSProperties } from 'react';
import styles from './meter.module.css';

type MeterProps = {
  value: number;
  max: number;
  kind: 'health' | 'energy' | 'xp';
  /** What is measured, e.g. 'Health'. */
  label: string;
  /** Shows what was just lost for a moment before it goes. */
  trailing?: boolean;
  /** Replaces the text 'value / max'. */
  text?: string;
  /** Writes label and numbers above the bar; otherwise they are only spoken. */
  showText?: boolean;
  className?: string;
};

/** A filled bar with its numbers in words. Values beyond 0…max are drawn as empty or full. */
export function Meter({ value, max, kind, label, trailing, text, showText = true, className }: MeterProps) {
  const part = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  const shown = text ?? `${value} / ${max}`;
  return (
    <div className={className}>
      {showText && (
        <div className={styles.text} aria-hidden="true">
          <span>{label}</span>
          <span className={styles.numbers}>{shown}</span>
        </div>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a meter element cannot be drawn alike in all browsers */}
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
