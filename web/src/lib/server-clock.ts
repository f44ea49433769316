/**
 * The clock of a device can be wrong by hours. Times from the server are therefore compared with the server's clock,
 * which is measured with the `Date` header of a response.
 */

/**
 * Trust the device's clock if its time differs from the server's time by less than this (ms). Such a difference is
 * normal, because `Date` has whole seconds and a response takes time.
 */
const TOLERANCE_MS = 5_000;
/** The server's time (ms) when `performance.now()` was 0; null before the first measurement. */
let origin: number | null = null;
let needsMeasurement = true;

/** Return the server's time (ms), or the device's time before the first response. */
export const serverNow = (): number => (origin === null ? Date.now() : origin + performance.now());

/** Measure the server's clock with a response's `Date` header, unless it has been measured. */
export function measureClock(header: string | null): void {
  const time = Date.parse(header ?? '');
  if (!needsMeasurement || Number.isNaN(time)) return;
  const device = Date.now();
  // From now on, use `performance.now()`, because the device's clock can be changed while the page is open.
  origin = (Math.abs(time - device) < TOLERANCE_MS ? device : time) - performance.now();
  needsMeasurement = false;
}

/**
 * Measure again with the next response, because `performance.now()` might have paused while the device was
 * asleep.
 */
export function remeasureClock(): void {
  needsMeasurement = true;
}

/** Use the device's clock again; for tests. */
export function resetClock(): void {
  origin = null;
  needsMeasurement = true;
}
