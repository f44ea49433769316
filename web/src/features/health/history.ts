import type { SiteHealth } from '@rivalhold/shared/contract/health.ts';
import { MINUTE } from '@rivalhold/shared/time-units.ts';

const SLOTS = 60;

export type Slot = { at: number } & Omit<SiteHealth['history'][number], 'at'>;

/** The sixty minutes up to now; one of which nothing was told is empty. */
export function slotsOf({ at, history }: Pick<SiteHealth, 'at' | 'history'>): Slot[] {
  const last = Math.floor(Date.parse(at) / MINUTE) * MINUTE;
  const told = new Map(history.map((minute) => [Date.parse(minute.at), minute]));
  return Array.from({ length: SLOTS }, (_, place) => {
    const begun = last - (SLOTS - 1 - place) * MINUTE;
    const empty = { count: 0, failed: 0, p95: null, lagMs: 0 };
    return { ...empty, ...told.get(begun), at: begun };
  });
}
