import { utcTime } from '@rivalhold/shared/texts/moderation.ts';
import { fullTime } from '../lib/time.ts';

/** A time (ISO 8601) in the reader's zone; in UTC, as others are told it, where one points at it. */
export function DateTime({ time }: { time: string }) {
  return (
    <time dateTime={time} title={utcTime(new Date(time))}>
      {fullTime(time)}
    </time>
  );
}
