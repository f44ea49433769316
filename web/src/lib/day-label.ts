import { dayAndDate, longDate } from '@rivalhold/shared/dates.ts';
import { DM_TEXTS } from '@rivalhold/shared/texts/dms.ts';
import { DAY } from '@rivalhold/shared/time-units.ts';

/** Format a day relative to `now` (ms): 'Today', 'Yesterday' or the date. */
export function dayLabel(at: string, now: number): string {
  const day = new Date(at);
  const today = new Date(now);
  if (day.toDateString() === today.toDateString()) return DM_TEXTS.today;
  if (day.toDateString() === new Date(now - DAY).toDateString()) return DM_TEXTS.yesterday;
  return (day.getFullYear() === today.getFullYear() ? dayAndDate : longDate)(day);
}
