import { type RouteKey, routes } from '@rivalhold/shared/contract/index.ts';
import { PAGES } from '@rivalhold/shared/pages.ts';
import { describe, expect, it } from 'vitest';
import { waitFor } from '../../../../scripts/testing/wait-for.ts';
import { createTestApp, PASSWORD, useTestApp } from '../../testing/app.ts';
import { createLog } from '../observability/log.ts';

const lines: Record<string, unknown>[] = [];
const app = useTestApp({
  env: { TRUST_PROXY: '1', RATE_LIMITS: 'on' },
  log: createLog('info', { write: (line) => lines.push(JSON.parse(line)) }),
});
const FROM = { 'x-forwarded-for': '203.0.113.7' };
/**
 * Run `work`, wait until a log line matches `expected`, and return all log lines since the start of `work`.
 */
async function logged(expected: object, work: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  lines.length = 0;
  await work();
  await waitFor(() => expect(lines).toContainEqual(expect.objectContaining(expected)));
  return [...lines];
}

describe('the log of requests', () => {
  it('has the address of a client that logs in, but no password', async () => {
    const { username, id } = await app.player();
    const expected = { route: '/api/session', status: 200, userId: id, address: '203.0.113.7' };
    const all = await logged(expected, () => app.browser().signIn(username, PASSWORD, FROM));
    expect(JSON.stringify(all)).not.toContain(PASSWORD);
  });

  it('has the client address, error code and rate limit of a rejected login', async () => {
    const browser = app.browser();
    const wrong = () => browser.signIn('nobody', 'a wrong password', FROM);
    await logged({ status: 401, code: 'credentials', address: '203.0.113.7' }, wrong);
    await logged(
      { status: 429, code: 'tooOften', limit: 'signInAddressMinute', address: '203.0.113.7' },
      () => Promise.all(Array.from({ length: 12 }, wrong)),
    );
  });

  it('has the client address of a rejected socket connection', async () => {
    const player = await app.player();
    const headers = { ...FROM, origin: 'https://evil.example' };
    await logged({ msg: 'connection refused', code: 'origin', address: '203.0.113.7' }, () =>
      player.socket(headers).catch(() => {}),
    );
  });

  it('has no client address for ordinary requests', async () => {
    const player = await app.player();
    const ok = { route: '/api/session', status: 200, userId: player.id };
    const failed = { route: '/api/profiles/:id', status: 404, code: 'notFound' };
    const fetchAll = async () => {
      await player.fetch('/api/profiles/99999999', { headers: FROM });
      await player.fetch('/api/session', { headers: FROM });
    };
    await logged(failed, fetchAll);
    const all = await logged(ok, fetchAll);
    expect(JSON.stringify(all)).not.toContain('203.0.113.7');
  });
});

it('the request log contains no token from a link', async () => {
  const token = 'a-very-secret-token-of-a-link';
  const browser = app.browser();
  const params = { token };
  const keys = (Object.keys(routes) as RouteKey[]).filter((key) => key.includes('{token}'));
  const pages = Object.keys(PAGES).filter((page) => page.includes('{token}'));
  expect([keys.length, pages.length]).toEqual([7, 5]);
  const all = await logged({ route: '/deny-sign-in/{token}', status: 200 }, async () => {
    const headers = { referer: `https://example.com/${token}` };
    for (const key of keys)
      await browser.call(key, { params, headers, ...(!key.startsWith('GET') && { body: {} }) });
    for (const page of pages) {
      const { headers } = await browser.fetch(page.replace('{token}', token));
      expect([page, headers.get('referrer-policy')]).toEqual([page, 'no-referrer']);
      expect([page, headers.get('cache-control')]).toEqual([page, 'no-store']);
      await browser.fetch(`${page.replace('{token}', token)}/more?${token}`);
    }
  });
  expect(all.length).toBeGreaterThan(10);
  expect(JSON.stringify(all)).not.toContain(token);
});

it('the request log has one line for a socket that is closed because it sends too many events', async () => {
  const lines: Record<string, unknown>[] = [];
  const limited = await createTestApp({
    env: { RATE_LIMITS: 'on' },
    log: createLog('info', { write: (line) => lines.push(JSON.parse(line)) }),
  });
  const player = await limited.player();
  const socket = await player.socket();
  const isClosed = new Promise((resolve) => socket.once('disconnect', resolve));
  for (let n = 0; n < 800; n++) socket.emit('register', player.id);
  await isClosed;
  await limited.close();
  expect(lines.filter(({ msg }) => msg === 'connection refused')).toMatchObject([{ limit: 'socketFlood' }]);
});
