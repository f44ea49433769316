import { utcTime } from '@rivalhold/shared/dates.ts';
import { fullTime } from '../lib/time.ts';

/** Show a time (ISO 8601) in the reader's time zone. The tooltip shows it in UTC, which is the same for all readers. */
export function DateTime({ time }: { time: string }) {
  return (
    <time dateTime={time} title={utcTime(new Date(time))}>
      {fullTime(time)}
    </time>
  );
}
