import { ATTACHMENT_TEXTS } from '@rivalhold/shared/texts/dms.ts';
import { DAY, HOUR, MINUTE } from '@rivalhold/shared/time-units.ts';
import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { MutedNote } from '../entities/mutes/muted-note.tsx';
import { AttachmentList } from '../features/attachments/components/attachment-list.tsx';
import { withoutExpired } from '../features/clips/groups.ts';
import { oneWeekFromNow, parseLocalInput } from '../features/moderation/until.ts';
import { api } from '../lib/api.ts';
import { measureClock, remeasureClock, serverNow } from '../lib/server-clock.ts';
import { ME } from '../testing/fixtures.ts';
import { answer } from '../testing/network.ts';
import { renderWithProviders } from '../testing/render.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';

afterEach(() => void vi.useRealTimers());

/** Simulate a response whose server time is `ms` behind the device's clock. Return this server time (ms). */
const differBy = (ms: number) => {
  const server = Date.now() - ms;
  measureClock(new Date(server).toUTCString());
  return server;
};
const at = (time: number) => new Date(time).toISOString();
const temporaryPhoto = (expiresAt: number) => ({
  id: 5,
  kind: 'image' as const,
  url: '/media/axe.png',
  thumbUrl: null,
  mime: 'image/png',
  provider: null,
  providerId: null,
  durationMs: null,
  width: 100,
  height: 100,
  temporary: true,
  expiresAt: at(expiresAt),
  expired: false,
});

it.each([
  ['26 hours ahead', 26 * HOUR],
  ['3 hours ahead', 3 * HOUR],
  ['3 hours behind', -3 * HOUR],
  ['8 days behind', -8 * DAY],
])('uses the server time if the clock of the device is %s', async (_name, ms) => {
  const server = differBy(ms);
  const me = { ...ME, mutedUntil: at(server + 30 * MINUTE), muteReason: null };
  await renderWithProviders(
    <>
      <RelativeTime time={at(server - 2.5 * MINUTE)} />
      <AttachmentList attachments={[temporaryPhoto(server + HOUR)]} />
      <MutedNote />
    </>,
    { me },
  );
  expect(screen.getByText('2 minutes ago')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: ATTACHMENT_TEXTS.openPhoto(1, 1) })).toBeInTheDocument();
  expect(screen.getByText(/(29|30)m/)).toBeInTheDocument();
  const list = {
    pages: [
      {
        groups: [{ user: { id: 1 }, clips: [{ id: 1, expiresAt: at(server + HOUR) }], hasUnseen: true }],
        nextCursor: null,
      },
    ],
    pageParams: [null],
  } as never;
  expect(withoutExpired(list, serverNow())).toBe(list);
  expect(withoutExpired(list, serverNow() + 2 * HOUR)).not.toBe(list);
});

it('takes the server time from the first response', async () => {
  const respondAt = (ms: number) =>
    answer('GET /api/levels', () =>
      Response.json({ thresholds: [] }, { headers: { Date: new Date(Date.now() + ms).toUTCString() } }),
    );
  const offset = () => Math.round((serverNow() - Date.now()) / HOUR);
  respondAt(-26 * HOUR);
  await api('GET /api/levels');
  expect(offset()).toBe(-26);
  respondAt(5 * HOUR);
  await api('GET /api/levels');
  expect(offset()).toBe(-26);
  remeasureClock();
  await api('GET /api/levels');
  expect(offset()).toBe(5);
});

it('ignores a missing or invalid server time, and a difference that a slow response can cause', () => {
  measureClock(null);
  measureClock('soon');
  expect(Math.abs(serverNow() - Date.now())).toBeLessThan(1_000);
  differBy(4_000);
  expect(Math.abs(serverNow() - Date.now())).toBeLessThan(1_000);
});

it('keeps the server time when the clock of the device is changed', () => {
  const server = differBy(0);
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.now() + DAY);
  expect(Math.abs(serverNow() - server)).toBeLessThan(5_000);
});

it('uses the server time for the end of a suspension', () => {
  const server = differBy(-10 * DAY);
  expect(parseLocalInput(oneWeekFromNow(), serverNow())).not.toBeNull();
  expect(Math.abs(new Date(oneWeekFromNow()).getTime() - server - 7 * DAY)).toBeLessThan(2 * MINUTE);
});
