import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import type { Statement } from '../../platform/db/db.ts';
import { useTestApp } from '../../testing/app.ts';
import { hooking } from '../../testing/statements.ts';

const TOKEN = 'a-token-for-prometheus';
const app = useTestApp({ env: { METRICS_TOKEN: TOKEN, TRUST_PROXY: '1' } });

const get = (path: string, headers: Record<string, string> = {}) => app.browser().fetch(path, { headers });
const REMOTE = { 'x-forwarded-for': '203.0.113.7' };

describe('health', () => {
  it('the health routes are available without authentication', async () => {
    const [alive, ready] = [await get('/healthz', REMOTE), await get('/readyz', REMOTE)];
    expect([alive.status, await alive.json()]).toEqual([200, { status: 'ok' }]);
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }]);
  });

  it('concurrent readiness requests send one ping to the database at a time', async () => {
    let [asking, most] = [0, 0];
    const asked = vi.spyOn(app.site.database, 'ping').mockImplementation(async () => {
      most = Math.max(most, ++asking);
      await sleep(5);
      asking--;
    });
    const answers = await Promise.all(Array.from({ length: 20 }, () => get('/readyz', REMOTE)));
    asked.mockRestore();
    expect([most, answers.map(({ status }) => status)]).toEqual([1, Array(20).fill(200)]);
  });

  it('the node is alive but not ready while the database is down', async () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED' });
    const refuse = ({ text }: Statement) => (text === 'select 1' ? Promise.reject(refused) : undefined);
    const [response, alive] = await hooking(app, { before: refuse }, () =>
      Promise.all([get('/readyz'), get('/healthz')]),
    );
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await response.json()).toEqual({
      code: 'unavailable',
      message: 'Rivalhold is busy. Please try again in a moment.',
    });
    expect(alive.status).toBe(200);
    expect((await get('/readyz')).status).toBe(200);
  });
});

describe('metrics', () => {
  it('are available only to local requests and requests with the metrics token', async () => {
    expect((await get('/metrics')).status).toBe(200);
    expect((await get('/metrics', REMOTE)).status).toBe(403);
    expect((await get('/metrics', { ...REMOTE, authorization: `Bearer ${TOKEN}` })).status).toBe(200);
    for (const authorization of ['Bearer ', 'Bearer x', `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, ''])
      expect((await get('/metrics', { ...REMOTE, authorization })).status).toBe(403);
    expect((await get('/metrics', { 'x-forwarded-for': '127.0.0.1' })).status).toBe(403);
  });

  it('cover requests, events, the event loop, sockets and jobs', async () => {
    const player = await app.player();
    await player.call('GET /api/profiles/{id}', { params: { id: player.id } });
    for (const path of ['/', '/reset-password/a-secret-token?x=1', '/no-such-page']) await get(path);
    const socket = await player.socket();
    await socket.emitWithAck('register', player.id);
    for (const file of ['page-Ab12.js', 'page-Cd34.css'])
      app.site.metrics.recordRequest(
        { method: 'GET', route: `/assets/${file}`, status: 200, failed: false },
        0.01,
      );
    const text = await (await get('/metrics')).text();
    expect(text).toMatch(
      /rivalhold_http_request_seconds_count\{method="GET",route="\/api\/profiles\/:id",status="200"\} \d/,
    );
    for (const [route, status] of [
      ['/', 200],
      ['/reset-password/{token}', 200],
      ['unknown', 404],
    ])
      expect(text).toContain(
        `rivalhold_http_request_seconds_count{method="GET",route="${route}",status="${status}"} 1`,
      );
    expect(text).not.toContain('a-secret-token');
    // All assets share one histogram. Otherwise, each version of each asset would have a separate histogram.
    expect(text).toContain(
      'rivalhold_http_request_seconds_count{method="GET",route="/assets/*",status="200"} ',
    );
    expect(text).not.toContain('page-Ab12');
    expect(text).toMatch(/rivalhold_socket_event_seconds_count\{event="register",outcome="ok"\} 1/);
    expect(text).toMatch(/rivalhold_open_sockets 1/);
    expect(text).toContain('nodejs_eventloop_lag_seconds');
    expect(text).toContain('rivalhold_jobs_total');
    if (app.site.database.pool) expect(text).toMatch(/rivalhold_pool_connections \d/);
    expect(text).not.toContain(`/api/profiles/${player.id}"`);
  });
});

describe('the operations docs', () => {
  it('mention every metric of the site', async () => {
    const docs = readFileSync(path.join(import.meta.dirname, '../../../../docs/operations.md'), 'utf8');
    const text = await (await get('/metrics')).text();
    const figures = [...text.matchAll(/^# TYPE (rivalhold_\w+)/gm)].map(([, name]) => name ?? '');
    expect(figures).toContain('rivalhold_open_sockets');
    for (const name of figures) expect(docs).toContain(`\`${name}`);
  });
});

describe('the API description', () => {
  it('is available only to local requests and staff', async () => {
    const { setRole } = await import('../accounts/service.ts');
    expect((await get('/api/docs/json')).status).toBe(200);
    expect((await get('/api/docs/json', REMOTE)).status).toBe(401);
    const player = await app.player();
    const request = () => player.fetch('/api/docs/json', { headers: REMOTE });
    expect((await request()).status).toBe(403);
    for (const role of ['moderator', 'admin'] as const) {
      await setRole(app.site.db, app.site, { username: player.username, role });
      expect((await request()).status).toBe(200);
    }
  });

  it('lists exactly the routes of the contract', async () => {
    const { routes } = await import('@rivalhold/shared/contract/index.ts');
    const { paths, openapi } = (await (await get('/api/docs/json')).json()) as {
      openapi: string;
      paths: Record<string, Record<string, unknown>>;
    };
    expect(openapi).toBe('3.1.0');
    const received = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(received.sort()).toEqual(Object.keys(routes).sort());
  });
});
