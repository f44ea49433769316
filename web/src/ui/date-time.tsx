import { utcTime } from '@rivalhold/shared/texts/moderation.ts';
import { fullTime } from '../lib/time.ts';

/** Show a time (ISO 8601) in the reader's time zone; the tooltip shows it in UTC, as other people see it. */
export function DateTime({ time }: { time: string }) {
  return (
    <time dateTime={time} title={utcTime(new Date(time))}>
      {fullTime(time)}
    </time>
  );
}
