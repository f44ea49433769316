import { beforeAll, describe, expect, it } from 'vitest';
import { RATE_LIMITS } from '../../platform/security/rate-limits.ts';
import { type TestBrowser, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { finishFight, setFightSettings } from './testing.ts';

const app = useTestApp({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } });

let guest: TestBrowser;
let player: TestPlayer;
let open: number;
let closed: number;
beforeAll(async () => {
  guest = app.browser();
  player = await app.player();
  const [one, other, third] = [await app.player(), await app.player(), await app.player()];
  await setFightSettings(one, { watchers: 'everybody' });
  await setFightSettings(other, { watchers: 'everybody' });
  await setFightSettings(third, { watchers: 'fighters' });
  open = await finishFight(app, one, other);
  closed = await finishFight(app, third, other);
});

const PATHS = ['/fights/{id}', '/fights/{id}/card.png', '/api/combat/fights/{id}'];
const UNKNOWN = 999_999;
const { points } = RATE_LIMITS.missing;

/**
 * Count requests towards a rate limit without sending them, because sending could take longer than the limit's period.
 */
const useUp = (key: string | number, count: number) =>
  app.site.limits.record(RATE_LIMITS.missing, key, count);
const get = (path: string, id: number, address: string, browser = guest) =>
  browser.fetch(path.replace('{id}', String(id)), { headers: { 'x-forwarded-for': address } });
const statusOf = async (...of: Parameters<typeof get>) => (await get(...of)).status;

describe('a client that guesses fight ids', () => {
  it('is rejected after too many requests for fights that it cannot see', async () => {
    const address = '203.0.113.1';
    await useUp(address, points - 4);
    for (const path of PATHS) expect(await statusOf(path, UNKNOWN, address)).toBe(404);
    expect(await statusOf('/fights/{id}', closed, address)).toBe(404);
    for (const path of PATHS)
      for (const id of [UNKNOWN, closed, open]) {
        const { status, headers } = await get(path, id, address);
        expect([path, id, status]).toEqual([path, id, 429]);
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(60);
      }
    // Each address has its own limit, which applies only to these routes.
    for (const path of PATHS) expect(await statusOf(path, open, '203.0.113.2')).toBe(200);
    expect(await statusOf('/api/config', 0, address)).toBe(200);
  });

  it('cannot exceed the limit with concurrent requests', async () => {
    const address = '203.0.113.3';
    await useUp(address, points - 1);
    const ids = [UNKNOWN, closed];
    const statuses = await Promise.all(ids.map((id) => statusOf('/fights/{id}/card.png', id, address)));
    expect(statuses.toSorted()).toEqual([404, 429]);
  });

  it('does not use up the limit with fights that it can see', async () => {
    const address = '203.0.113.4';
    await useUp(address, points - 1);
    for (const path of [...PATHS, ...PATHS]) expect(await statusOf(path, open, address)).toBe(200);
  });

  it('does not use up the general limit for guests with its rejected requests', async () => {
    const address = '203.0.113.5';
    await useUp(address, points);
    await app.site.limits.record(RATE_LIMITS.guestRead, address, RATE_LIMITS.guestRead.points - 1);
    for (let n = 0; n < 5; n++) expect(await statusOf('/fights/{id}', UNKNOWN + n, address)).toBe(429);
    expect(await statusOf('/sitemap.xml', 0, address)).toBe(200);
  });

  it('is limited by its account instead of its address if it is signed in', async () => {
    const address = '203.0.113.6';
    await useUp(player.id, points);
    expect(await statusOf('/api/combat/fights/{id}', open, address, player)).toBe(429);
    expect(await statusOf('/api/combat/fights/{id}', open, address)).toBe(200);
  });
});
