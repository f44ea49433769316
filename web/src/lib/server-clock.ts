/**
 * Clocks of devices can be wrong by hours. Times from the server are compared with the server's clock, measured by
 * the `Date` header of a response.
 */

/** `Date` has whole seconds and the response takes time: smaller differences are no error of the device's clock. */
const TOLERANCE_MS = 5_000;
/** The server's time (ms) when `performance.now()` was 0; null before the first measurement. */
let origin: number | null = null;
let needsMeasurement = true;

/** Return the server's time (ms); the device's before the first response. */
export const serverNow = (): number => (origin === null ? Date.now() : origin + performance.now());

/** Measure the server's clock with a response's `Date` header, unless it is known. */
export function measureClock(header: string | null): void {
  const time = Date.parse(header ?? '');
  if (!needsMeasurement || Number.isNaN(time)) return;
  const device = Date.now();
  // From here on independent of the device's clock, which may be changed while the page is open.
  origin = (Math.abs(time - device) < TOLERANCE_MS ? device : time) - performance.now();
  needsMeasurement = false;
}

/** Measure again with the next response, because timers may have stood still, as in a sleeping device. */
export function remeasureClock(): void {
  needsMeasurement = true;
}

/** Return to the device's clock, for tests. */
export function resetClock(): void {
  origin = null;
  needsMeasurement = true;
}
