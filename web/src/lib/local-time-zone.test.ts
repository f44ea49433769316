import { afterEach, expect, it, vi } from 'vitest';
import { localTimeZone } from './local-time-zone.ts';

afterEach(() => vi.unstubAllGlobals());

it('takes the time zone from Temporal if the browser has it', () => {
  vi.stubGlobal('Temporal', { Now: { timeZoneId: () => 'Asia/Tokyo' } });
  expect(localTimeZone()).toBe('Asia/Tokyo');
  vi.stubGlobal('Temporal', undefined);
  expect(localTimeZone()).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
});
