import { Meter as Base } from '@base-ui/react/meter';
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
  const limit = Math.max(max, 0);
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
      <Base.Root
        value={Math.min(Math.max(value, 0), limit)}
        max={limit}
        getAriaValueText={() => shown}
        aria-label={label}
      >
        <Base.Track className={clsx(styles.track, styles[kind])} style={{ '--part': part } as CSSProperties}>
          {trailing && <div className={styles.trail} />}
          <div className={styles.fill} />
        </Base.Track>
      </Base.Root>
    </div>
  );
}
