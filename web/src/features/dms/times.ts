import { DM_TEXTS } from '@rivalhold/shared/texts/dms.ts';

const time = new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit' });
const thisYear = new Intl.DateTimeFormat('en', { weekday: 'long', day: 'numeric', month: 'long' });
const otherYear = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', year: 'numeric' });
const DAY_MS = 86_400_000;

/** The time of day in the reader's zone. */
export const timeOfDay = (at: string): string => time.format(new Date(at));

/** 'Today', 'Yesterday' or the date, seen from `now` (ms). */
export function dayLabel(at: string, now: number): string {
  const day = new Date(at);
  const today = new Date(now);
  if (day.toDateString() === today.toDateString()) return DM_TEXTS.today;
  if (day.toDateString() === new Date(now - DAY_MS).toDateString()) return DM_TEXTS.yesterday;
  return (day.getFullYear() === today.getFullYear() ? thisYear : otherYear).format(day);
}
