import { LIMITS } from '@rivalhold/shared/limits.ts';
import { useSyncExternalStore } from 'react';
import { clock } from '../lib/clock.ts';
import { fullTime, relativeTime } from '../lib/time.ts';

const minutes = clock(LIMITS.relativeTimeRefreshMs);

/** Rerender once a minute; return the current time (ms). */
export const useEachMinute = (): number => useSyncExternalStore(minutes.subscribe, minutes.now);

/**
 * Show the age of `time` (ISO 8601), such as '3 minutes ago', or the date after 7 days. All instances share a timer.
 */
export function RelativeTime({ time, className }: { time: string; className?: string }) {
  const at = useEachMinute();
  return (
    <time
      dateTime={time}
      className={className}
      // Set the tooltip only on hover: formatting is slow, and a page can contain dozens of these elements.
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = fullTime(time);
      }}
    >
      {relativeTime(time, at)}
    </time>
  );
}
