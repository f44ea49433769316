import { connect } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { setRole } from '../../features/accounts/service.ts';
import { createTestApp, type TestBrowser, type TestPlayer, useTestApp } from '../../testing/app.ts';

const app = useTestApp();
let player: TestPlayer;
beforeAll(async () => {
  player = await app.player();
});

const INVALID = { code: 'invalid', message: 'Please check what you entered.' };

describe('the checks of a request', () => {
  it('run in order: path (404), session (401), origin and CSRF token (403), input (400)', async () => {
    const guest = app.browser();
    const bad = { method: 'PATCH', body: '{', headers: { 'content-type': 'application/json' } };
    const code = async (response: Response) => [
      response.status,
      ((await response.json()) as { code: string }).code,
    ];
    expect(await code(await guest.fetch('/api/users/change-passwords', bad))).toEqual([404, 'notFound']);
    expect(await code(await guest.fetch('/api/users/change-password', bad))).toEqual([
      401,
      'unauthenticated',
    ]);
    expect(await code(await player.fetch('/api/users/change-password', bad))).toEqual([403, 'csrf']);
    const withToken = { ...bad.headers, 'x-csrf-token': player.csrf };
    const foreign = { ...bad, headers: { ...withToken, origin: 'https://evil.test' } };
    expect(await code(await player.fetch('/api/users/change-password', foreign))).toEqual([403, 'origin']);
    const right = { ...bad, headers: withToken };
    expect(await code(await player.fetch('/api/users/change-password', right))).toEqual([400, 'invalid']);
  });

  it('reject guests before the input is validated', async () => {
    for (const path of [
      '/api/profiles/abc',
      '/api/profiles?limit=0',
      '/api/combat/1',
      '/api/activity?before=%00',
    ])
      expect((await app.browser().fetch(path)).status).toBe(401);
  });
});

describe('pages and unknown paths', () => {
  it.each([
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '/api/nothing'],
    ['GET', '/api/nothing?x=/dashboard'],
    ['GET', '/api/__proto__'],
    ['PUT', '/api/session'],
    ['OPTIONS', '/api/session'],
    ['POST', '/dashboard'],
    ['DELETE', '/'],
    ['GET', `/api/profiles/${'1'.repeat(300)}`],
  ])('the response to %s %s is a JSON 404', async (method, path) => {
    const response = await player.fetch(path, { method });
    expect([response.status, await response.json()]).toEqual([
      404,
      { code: 'notFound', message: 'Not found.' },
    ]);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    '/nothing',
    '/dashboard/nothing',
    '/profiles/not-a-number/deeper',
    '/sign-in',
    '/apis',
    '/assets/nothing.js',
    '/favicon.ico/x',
    '/..%2f..%2fpackage.json',
    '/assets/..%2f..%2findex.html',
    '/media/avatars/nobody.webp.html',
  ])('the response to %s is a 404', async (path) => {
    const response = await app.browser().fetch(path);
    expect(response.status).toBe(404);
    const isPicture = path.startsWith('/media/');
    expect(response.headers.get('content-type')).toMatch(isPicture ? /^application\/json/ : /^text\/html/);
    expect(await response.text()).not.toContain('"dependencies"');
  });

  it.each(['/', '/dashboard', '/profiles/7', '/terms', '/fight/3?x=1'])(
    'the page %s is served with "no-cache"',
    async (path) => {
      const response = await app.browser().fetch(path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toMatch(/^text\/html/);
      expect(response.headers.get('cache-control')).toBe('no-cache');
    },
  );

  it('the path / redirects to the dashboard only for players with a session', async () => {
    const response = await player.fetch('/', { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([302, '/dashboard']);
    expect(response.headers.get('vary')).toContain('Cookie');
    const ended = await app.browser().fetch('/', { headers: { cookie: 'rivalhold-session=ended' } });
    expect(ended.status).toBe(200);
    for (const path of ['/faq', '/dashboard'])
      expect((await player.fetch(path, { redirect: 'manual' })).status).toBe(200);
  });

  it('the Link header of a page lists the API calls that the page makes first', async () => {
    const ended = { headers: { cookie: 'rivalhold-session=ended' } };
    const linkOf = async (path: string, browser = player as TestBrowser, init = {}) =>
      (await browser.fetch(path, init)).headers.get('link');
    const ahead = 'rel=preload; as=fetch; crossorigin=use-credentials';
    expect(await linkOf('/store')).toBe(`</api/store>; ${ahead}, </api/game/${player.id}>; ${ahead}`);
    expect(await linkOf('/profiles/7')).toContain('</api/profiles/7/status/comments');
    // A player without a staff role gets no preload links for this page, because the API would reject the
    // calls.
    expect(await linkOf('/admin/reports')).toBeNull();
    const staff = await app.player();
    await setRole(app.site.db, app.site, { username: staff.username, role: 'moderator' });
    expect(await linkOf('/admin/reports', staff)).toBe(`</api/mod/reports?state=open>; ${ahead}`);
    expect(await linkOf('/store', app.browser())).toBeNull();
    expect(await linkOf('/store', app.browser(), ended)).toBeNull();
    for (const path of ['/faq', '/store?item=1', '/profiles/abc', '/profiles/7%0d%0ax:y', '/profiles/0'])
      expect(await linkOf(path)).toBeNull();
  });

  it('documents are compressed with an encoding that the client accepts', async () => {
    for (const [accepted, coding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip;q=0.5', 'gzip'],
      ['br;q=0, identity', null],
    ] as const) {
      const response = await app.browser().fetch('/faq', { headers: { 'accept-encoding': accepted } });
      expect(response.headers.get('content-encoding')).toBe(coding);
      expect(await response.text()).toMatch(/^<!doctype html>/);
    }
  });

  it('the response to a malformed URL has the usual error format', async () => {
    for (const path of ['/api/profiles/%', '/api/%E0%A4%A', '/%zz']) {
      const response = await player.fetch(path);
      expect([response.status, await response.json()]).toEqual([400, INVALID]);
      expect(response.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    }
  });
});

describe('every response', () => {
  it('has a unique request id', async () => {
    const seen = new Set<string>();
    for (const path of ['/', '/nothing', '/api/session', '/api/nothing', '/healthz']) {
      const response = await app
        .browser()
        .fetch(path, { headers: { 'x-request-id': 'mine', 'request-id': 'mine' } });
      const id = response.headers.get('x-request-id') ?? '';
      expect(id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
      seen.add(id);
    }
    expect(seen.size).toBe(5);
  });

  it('has Cache-Control no-store if it is private', async () => {
    for (const path of [
      '/api/session',
      '/api/sessions',
      '/api/profiles',
      `/api/profiles/${player.id}`,
      '/api/activity',
    ])
      expect((await player.fetch(path)).headers.get('cache-control')).toContain('no-store');
    expect((await player.fetch(`/api/profiles/${player.id}`)).headers.get('cache-control')).toContain(
      'no-cache',
    );
  });

  it('reveals no internals after an error', async () => {
    const broken = await createTestApp({
      secrets: {
        verifyPassword: () => {
          throw new Error('select password_hash from users: /srv/secret.ts');
        },
      },
    });
    try {
      const { status, body, headers } = await broken.browser().signIn('somebody', 'something');
      expect([status, body]).toEqual([500, { code: 'internal', message: 'Something went wrong.' }]);
      expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
      expect((await broken.browser().call('GET /api/session')).status).toBe(200);
    } finally {
      await broken.close();
    }
  });

  it('has status 400 if the request is malformed HTTP', async () => {
    const { port } = new URL(app.url);
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.write('SPEAK friend\r\n\r\n'));
      let all = '';
      socket.on('data', (data) => {
        all += data;
      });
      socket.on('close', () => resolve(all)).on('error', reject);
    });
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect((await app.browser().fetch('/healthz')).status).toBe(200);
  });
});

describe('security headers', () => {
  const directives = (response: Response) =>
    Object.fromEntries(
      (response.headers.get('content-security-policy') ?? '').split(';').map((part) => {
        const [name = '', ...values] = part.trim().split(' ');
        return [name, values.join(' ')];
      }),
    );

  it.each([
    ...['/', '/nothing', '/healthz', '/media/x', '/assets/nothing.js'].map((path) => [path, true] as const),
    ...['/api/session', '/api/feed?limit=10', '/socket.io/?EIO=4&transport=polling', '/socket.io/?EIO=4'].map(
      (path) => [path, false] as const,
    ),
  ])('are present on %s', async (path, mayBeDocument) => {
    const response = await app.browser().fetch(path);
    const csp = directives(response);
    expect(csp['default-src']).toBe("'none'");
    expect(csp['script-src']).toBe(mayBeDocument ? "'self'" : undefined);
    expect(csp['frame-ancestors']).toBe("'none'");
    expect(csp['base-uri']).toBe("'none'");
    expect(csp['form-action']).toBe(mayBeDocument ? "'self'" : "'none'");
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(response.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    if (mayBeDocument) expect(response.headers.get('permissions-policy')).toContain('camera=()');
    expect(response.headers.get('x-powered-by')).toBeNull();
    expect(response.headers.get('strict-transport-security')).toBeNull();
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('include HSTS only if PUBLIC_URL begins with https', async () => {
    const site = await createTestApp({ env: { PUBLIC_URL: 'https://rivalhold.test', RATE_LIMITS: 'on' } });
    try {
      const response = await site.browser().fetch('/');
      expect(response.headers.get('strict-transport-security')).toMatch(/^max-age=31536000/);
    } finally {
      await site.close();
    }
  });
});
