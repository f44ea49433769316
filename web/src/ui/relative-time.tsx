import { LIMITS } from '@rivalhold/shared/limits.ts';
import { useSyncExternalStore } from 'react';
import { clock } from '../lib/clock.ts';
import { fullTime, relativeTime } from '../lib/time.ts';

const minutes = clock(LIMITS.relativeTimeRefreshMs);

/** Renews what it is used in once a minute; answers the time (ms) then. */
export const useEachMinute = (): number => useSyncExternalStore(minutes.subscribe, minutes.now);

/** '3 minutes ago', a date after 7 days. `time` is ISO 8601. All of them are renewed by one timer. */
export function RelativeTime({ time, className }: { time: string; className?: string }) {
  const at = useEachMinute();
  return (
    <time
      dateTime={time}
      className={className}
      // Written when somebody points at it: there are dozens on a page, and their words take long to make.
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = fullTime(time);
      }}
    >
      {relativeTime(time, at)}
    </time>
  );
}
