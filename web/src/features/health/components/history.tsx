import type { SiteHealth } from '@rivalhold/shared/contract/health.ts';
import { duration, HEALTH_TEXTS as TEXTS } from '@rivalhold/shared/texts/health.ts';
import { MINUTE } from '@rivalhold/shared/time-units.ts';
import type { CSSProperties } from 'react';
import desk from '../../../entities/staff/desk.module.css';
import { Card } from '../../../ui/card.tsx';
import rhythm from '../../../ui/rhythm.module.css';
import styles from './health.module.css';
import { Mark, stateOf } from './mark.tsx';

const SLOTS = 60;

type Slot = { at: number } & Omit<SiteHealth['history'][number], 'at'>;

/** The sixty minutes up to now; one of which nothing was told is empty. */
function slotsOf({ at, history }: Pick<SiteHealth, 'at' | 'history'>): Slot[] {
  const last = Math.floor(Date.parse(at) / MINUTE) * MINUTE;
  const told = new Map(history.map((minute) => [Date.parse(minute.at), minute]));
  return Array.from({ length: SLOTS }, (_, place) => {
    const begun = last - (SLOTS - 1 - place) * MINUTE;
    const empty = { count: 0, failed: 0, p95: null, lagMs: 0 };
    return { ...empty, ...told.get(begun), at: begun };
  });
}

type BarsProps = {
  title: string;
  said: string;
  slots: readonly Slot[];
  value: (slot: Slot) => number;
  /** How much of a bar stands for what failed. */
  failed?: (slot: Slot) => number;
};

/** One figure over the last hour as small bars; what they come to is said in words. */
function Bars({ title, said, slots, value, failed }: BarsProps) {
  const most = Math.max(...slots.map(value), 1);
  return (
    <div className={rhythm.stack1}>
      <p className={desk.meta}>
        <strong>{title}</strong>
        <span>{said}</span>
      </p>
      <div role="img" aria-label={`${title}: ${said}`} className={styles.bars}>
        {slots.map((slot) => (
          <span
            key={slot.at}
            style={
              {
                '--part': value(slot) / most,
                '--failed': failed && value(slot) > 0 ? failed(slot) / value(slot) : 0,
              } as CSSProperties
            }
          />
        ))}
      </div>
    </div>
  );
}

/** The last hour, minute by minute. */
export function History({ health }: { health: SiteHealth }) {
  const slots = slotsOf(health);
  const mostOf = (value: (slot: Slot) => number) => Math.max(...slots.map(value));
  const failed = slots.reduce((sum, slot) => sum + slot.failed, 0);
  const slowest = (slot: Slot) => slot.p95 ?? 0;
  const lag = (slot: Slot) => slot.lagMs;
  return (
    <Card title={TEXTS.history} action={<Mark state={stateOf(health, 'loop')} />}>
      <p className={desk.text}>{TEXTS.historyText}</p>
      <div className={styles.history}>
        <Bars
          title={TEXTS.perMinute}
          said={TEXTS.perMinuteSaid(TEXTS.number(mostOf(({ count }) => count)), TEXTS.number(failed))}
          slots={slots}
          value={({ count }) => count}
          failed={(slot) => slot.failed}
        />
        <Bars
          title={TEXTS.slowest}
          said={TEXTS.atMost(duration(mostOf(slowest)))}
          slots={slots}
          value={slowest}
        />
        <Bars title={TEXTS.lag} said={TEXTS.atMost(duration(mostOf(lag)))} slots={slots} value={lag} />
        <p className={styles.axis} aria-hidden="true">
          <span>{TEXTS.hourAgo}</span>
          <span>{TEXTS.now}</span>
        </p>
      </div>
    </Card>
  );
}
