import type { PushSettings } from './contract/push.ts';

/**
 * Report whether the player's quiet hours include the current time. The hours are local times in the player's time
 * zone, so they follow daylight saving time.
 */
export function isQuiet(now: Date, quiet: PushSettings['quiet']): boolean {
  if (!quiet) return false;
  const { from, to, timeZone } = quiet;
  const options = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const time = new Intl.DateTimeFormat('en-GB', options).format(now);
  return from < to ? from <= time && time < to : from <= time || time < to;
}
