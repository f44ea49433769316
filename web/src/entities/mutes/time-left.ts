const SECOND = 1_000;
const UNITS = [
  { sign: 'd', ms: 24 * 3_600 * SECOND },
  { sign: 'h', ms: 3_600 * SECOND },
  { sign: 'm', ms: 60 * SECOND },
  { sign: 's', ms: SECOND },
] as const;

/**
 * Format the time from `now` (ms) until `until` (ISO 8601), with seconds rounded up: '29d 0h 4m 12s', '9s'. Return null
 * if `until` has passed or is invalid.
 */
export function timeLeft(until: string, now: number): string | null {
  const left = Date.parse(until) - now;
  if (!(left > 0)) return null;
  let rest = Math.ceil(left / SECOND) * SECOND;
  const parts: string[] = [];
  for (const { sign, ms } of UNITS) {
    const count = Math.floor(rest / ms);
    rest -= count * ms;
    if (count > 0 || parts.length > 0 || sign === 's') parts.push(`${count}${sign}`);
  }
  return parts.join(' ');
}
