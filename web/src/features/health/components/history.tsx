import type { SiteHealth } from '@rivalhold/shared/contract/health.ts';
import { formatDuration, HEALTH_TEXTS as TEXTS } from '@rivalhold/shared/texts/health.ts';
import { MINUTE } from '@rivalhold/shared/time-units.ts';
import type { CSSProperties } from 'react';
import staff from '../../../entities/staff/staff.module.css';
import { Card } from '../../../ui/card.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import styles from './health.module.css';
import { StatusMark, worstState } from './status-mark.tsx';

const SLOT_COUNT = 60;

type Slot = { at: number } & Omit<SiteHealth['history'][number], 'at'>;

/** The sixty minutes up to now; one of which nothing was told is empty. */
function buildSlots({ at, history }: Pick<SiteHealth, 'at' | 'history'>): Slot[] {
  const last = Math.floor(Date.parse(at) / MINUTE) * MINUTE;
  const minutesByTime = new Map(history.map((minute) => [Date.parse(minute.at), minute]));
  return Array.from({ length: SLOT_COUNT }, (_, index) => {
    const startedAt = last - (SLOT_COUNT - 1 - index) * MINUTE;
    const empty = { count: 0, failed: 0, p95: null, lagMs: 0 };
    return { ...empty, ...minutesByTime.get(startedAt), at: startedAt };
  });
}

type BarsProps = {
  title: string;
  summary: string;
  slots: readonly Slot[];
  value: (slot: Slot) => number;
  /** How much of a bar stands for what failed. */
  failed?: (slot: Slot) => number;
};

/** One figure over the last hour as small bars; what they come to is said in words. */
function Bars({ title, summary, slots, value, failed }: BarsProps) {
  const max = Math.max(...slots.map(value), 1);
  return (
    <Stack gap={1}>
      <p className={staff.meta}>
        <strong>{title}</strong>
        <span>{summary}</span>
      </p>
      <div role="img" aria-label={`${title}: ${summary}`} className={styles.bars}>
        {slots.map((slot) => (
          <span
            key={slot.at}
            style={
              {
                '--part': value(slot) / max,
                '--failed': failed && value(slot) > 0 ? failed(slot) / value(slot) : 0,
              } as CSSProperties
            }
          />
        ))}
      </div>
    </Stack>
  );
}

/** The last hour, minute by minute. */
export function History({ health }: { health: SiteHealth }) {
  const slots = buildSlots(health);
  const maxOf = (value: (slot: Slot) => number) => Math.max(...slots.map(value));
  const failed = slots.reduce((sum, slot) => sum + slot.failed, 0);
  const slowest = (slot: Slot) => slot.p95 ?? 0;
  const lag = (slot: Slot) => slot.lagMs;
  return (
    <Card title={TEXTS.history} action={<StatusMark state={worstState(health, 'loop')} />}>
      <p className={staff.text}>{TEXTS.historyText}</p>
      <div className={styles.history}>
        <Bars
          title={TEXTS.perMinute}
          summary={TEXTS.perMinuteSaid(TEXTS.number(maxOf(({ count }) => count)), TEXTS.number(failed))}
          slots={slots}
          value={({ count }) => count}
          failed={(slot) => slot.failed}
        />
        <Bars
          title={TEXTS.slowest}
          summary={TEXTS.atMost(formatDuration(maxOf(slowest)))}
          slots={slots}
          value={slowest}
        />
        <Bars
          title={TEXTS.lag}
          summary={TEXTS.atMost(formatDuration(maxOf(lag)))}
          slots={slots}
          value={lag}
        />
        <Row as={Text} size={1} tone="quiet" justify="between" aria-hidden="true">
          <span>{TEXTS.hourAgo}</span>
          <span>{TEXTS.now}</span>
        </Row>
      </div>
    </Card>
  );
}
