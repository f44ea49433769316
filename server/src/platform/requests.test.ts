import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, signUpBody, type TestApp, type TestPlayer, uniqueName } from '../testing.ts';

let app: TestApp;
let player: TestPlayer;
beforeAll(async () => {
  app = await createTestApp();
  player = await app.player();
});
afterAll(() => app.close());

const INVALID = { code: 'invalid', message: 'Please check what you entered.' };

/** A request with a right CSRF token and any body. */
async function send(
  path: string,
  body: BodyInit,
  type: string | null = 'application/json',
  browser = app.browser(),
) {
  if (!browser.cookies.has('XSRF-TOKEN')) await browser.fetch('/api/csrf/restore');
  const response = await browser.fetch(path, {
    method: 'POST',
    body,
    headers: {
      'x-csrf-token': browser.cookies.get('XSRF-TOKEN') ?? '',
      ...(type !== null && { 'content-type': type }),
    },
  });
  return { status: response.status, body: (await response.json()) as { code: string; message: string } };
}
const read = async (path: string) => {
  const response = await player.fetch(path);
  return [response.status, (await response.json()) as unknown];
};

describe('the order of checks', () => {
  it('is 404, 401, origin and token, input', async () => {
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
    const withToken = { ...bad.headers, 'x-csrf-token': player.cookies.get('XSRF-TOKEN') ?? '' };
    const foreign = { ...bad, headers: { ...withToken, origin: 'https://evil.test' } };
    expect(await code(await player.fetch('/api/users/change-password', foreign))).toEqual([403, 'origin']);
    const right = { ...bad, headers: withToken };
    expect(await code(await player.fetch('/api/users/change-password', right))).toEqual([400, 'invalid']);
  });

  it('asks who is calling before it looks at what they ask for', async () => {
    for (const path of [
      '/api/profiles/abc',
      '/api/profiles?limit=0',
      '/api/combat/1',
      '/api/activity?before=%00',
    ])
      expect((await app.browser().fetch(path)).status).toBe(401);
  });
});

describe('paths that are not there', () => {
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
  ])('%s %s is a JSON 404', async (method, path) => {
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
    '/apis',
    '/assets/nothing.js',
    '/favicon.ico/x',
    '/..%2f..%2fpackage.json',
    '/assets/..%2f..%2findex.html',
    '/media/avatars/nobody.webp.html',
  ])('%s is the client’s page, or JSON for a picture, with status 404', async (path) => {
    const response = await app.browser().fetch(path);
    expect(response.status).toBe(404);
    const isPicture = path.startsWith('/media/');
    expect(response.headers.get('content-type')).toMatch(isPicture ? /^application\/json/ : /^text\/html/);
    expect(await response.text()).not.toContain('"dependencies"');
  });

  it.each(['/', '/dashboard', '/profiles/7', '/reset-password/abc', '/terms', '/fight/3?x=1'])(
    '%s is a page, not to be cached',
    async (path) => {
      const response = await app.browser().fetch(path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toMatch(/^text\/html/);
      expect(response.headers.get('cache-control')).toBe('no-cache');
    },
  );

  it('answers in its own shape to an address that cannot be read', async () => {
    for (const path of ['/api/profiles/%', '/api/%E0%A4%A', '/%zz']) {
      const response = await player.fetch(path);
      expect([response.status, await response.json()]).toEqual([400, INVALID]);
      expect(response.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    }
  });
});

describe('bodies', () => {
  it.each<[string, string]>([
    ['cut short', '{"credential":"somebody",'],
    ['nothing', ''],
    ['no JSON at all', 'credential=x&password=y'],
    ['a comment in it', '{"credential":"x"/**/}'],
    ['NaN in it', '{"credential":NaN}'],
    ['a __proto__ key', '{"__proto__":{"role":"admin"},"credential":"x","password":"y"}'],
    [
      'a constructor.prototype key',
      '{"constructor":{"prototype":{"role":"admin"}},"credential":"x","password":"y"}',
    ],
    ['null', 'null'],
    ['a list', '[{"credential":"x","password":"y"}]'],
    ['a number', '7'],
    ['a text', '"credential"'],
    ['deep lists', `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
    ['deep lists in a field', `{"credential":${'['.repeat(30_000)}${']'.repeat(30_000)},"password":"y"}`],
    ['deep objects', `${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`],
    ['a NUL in a value', '{"credential":"x\\u0000","password":"y"}'],
    ['a NUL in a key', '{"credential":"x","password":"y","z\\u0000":"y"}'],
    ['many keys', `{${Array.from({ length: 5_000 }, (_, n) => `"k${n}":1`).join()}}`],
  ])('of %s is 400', async (_, body) => {
    const answer = await send('/api/session', body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject(INVALID);
  });

  it('of more than 64 KB is 413, of just that is read', async () => {
    const text = (length: number) => JSON.stringify({ credential: 'x', password: 'y' }).padEnd(length, ' ');
    const large = await send('/api/session', text(64 * 1024 + 1));
    expect([large.status, large.body]).toEqual([413, { code: 'tooLarge', message: 'That is too large.' }]);
    expect((await send('/api/session', text(64 * 1024))).status).toBe(401);
  });

  it('of more than 64 KB without a length is 413 too', async () => {
    const stream = new ReadableStream({
      start(controller) {
        for (let n = 0; n < 65; n++) controller.enqueue(new TextEncoder().encode(' '.repeat(1024)));
        controller.close();
      },
    });
    const guest = app.browser();
    await guest.fetch('/api/csrf/restore');
    const response = await guest.fetch('/api/session', {
      method: 'POST',
      body: stream,
      duplex: 'half',
      headers: { 'x-csrf-token': guest.cookies.get('XSRF-TOKEN') ?? '', 'content-type': 'application/json' },
    } as RequestInit & { headers: Record<string, string> });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([413, 'tooLarge']);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/html',
    'x',
  ])('of type %s are 415', async (type) => {
    const answer = await send('/api/session', '{"credential":"x","password":"y"}', type);
    expect([answer.status, answer.body.code]).toEqual([415, 'mediaType']);
  });

  it('are refused where none is expected', async () => {
    const one = await app.player();
    const more = await one.call('DELETE /api/sessions/others', { body: { all: true } });
    expect([more.status, more.body.code]).toEqual([400, 'invalid']);
    expect((await one.call('POST /api/users/me/confirmation', { body: { to: 'x' } })).status).toBe(400);
  });

  it('pollute no prototype', async () => {
    await send(
      '/api/users',
      `{"__proto__":{"polluted":1},${JSON.stringify(signUpBody(uniqueName())).slice(1)}`,
    );
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});

describe('ids, queries and cursors', () => {
  it.each([
    '0',
    '-1',
    '1e99',
    'abc',
    '1.5',
    '',
    ' ',
    'null',
    'NaN',
    'Infinity',
    '9007199254740993',
    '1;drop',
    '%00',
    "1'",
  ])('the id “%s” is 400', async (id) => {
    for (const path of [`/api/profiles/${id}`, `/api/game/${id}`]) {
      const [status, body] = await read(path);
      expect([path, status, (body as { code?: string }).code]).toEqual([path, 400, 'invalid']);
    }
    const [status] = await read(`/api/activity?userId=${id}`);
    expect(status).toBe(400);
  });

  it('an id of nobody is 404', async () => {
    for (const id of [999_999_999, Number.MAX_SAFE_INTEGER])
      for (const path of [`/api/profiles/${id}`, `/api/game/${id}`, `/api/combat/fights/${id}`])
        expect(await read(path)).toEqual([404, { code: 'notFound', message: 'Not found.' }]);
  });

  it.each([
    'limit=0',
    'limit=-1',
    'limit=51',
    'limit=abc',
    'limit=',
    'limit=1.5',
    'limit=1&limit=2',
    'limit[]=1',
  ])('?%s', async (query) => {
    // What is not the field itself is ignored, as every unknown field of a query.
    const expected = query === 'limit[]=1' ? 200 : 400;
    for (const path of ['/api/profiles', '/api/activity']) {
      const [status] = await read(`${path}?${query}`);
      expect([path, status]).toEqual([path, expected]);
    }
  });

  it('numbers in a query are read, unknown fields ignored', async () => {
    const [status, body] = await read('/api/profiles?limit=1&colour=red&__proto__=x');
    expect([status, (body as unknown[]).length]).toEqual([200, 1]);
    const [scoped] = await read('/api/activity?scope=galaxy');
    expect(scoped).toBe(400);
  });

  it('a cursor of another make is 400', async () => {
    const cursors = [
      'x',
      '%00',
      '-1',
      'null',
      Buffer.from('1').toString('base64url'),
      Buffer.from('a.b').toString('base64url'),
      Buffer.from('1.2.3').toString('base64url'),
      Buffer.from('1.Infinity').toString('base64url'),
      Buffer.from('8640000000000001.1').toString('base64url'),
      Buffer.from('-8640000000000000.1').toString('base64url'),
      'a'.repeat(201),
    ];
    for (const cursor of cursors) {
      const [profiles, activity] = [
        await read(`/api/profiles?cursor=${cursor}`),
        await read(`/api/activity?before=${cursor}`),
      ];
      expect([cursor, profiles[0], activity[0]]).toEqual([cursor, 400, 400]);
    }
  });
});

describe('what every answer carries', () => {
  it('is an id of its own, and none that the caller chose', async () => {
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

  it('says no-store, or that it must be asked for again, wherever it is private', async () => {
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

  it('shows nothing of the inside when something breaks, and the next request works', async () => {
    const broken = await createTestApp({
      secrets: {
        verifyPassword: () => {
          throw new Error('select password_hash from users: /srv/secret.ts');
        },
      },
    });
    try {
      const { status, body, headers } = await broken
        .browser()
        .call('POST /api/session', { body: { credential: 'somebody', password: 'something' } });
      expect([status, body]).toEqual([500, { code: 'internal', message: 'Something went wrong.' }]);
      expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
      expect((await broken.browser().call('GET /api/session')).status).toBe(200);
    } finally {
      await broken.close();
    }
  });

  it('is an answer even to what is no HTTP', async () => {
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

  it.each(['/', '/nothing', '/api/session', '/api/nothing', '/media/x'])('stand on %s', async (path) => {
    const response = await app.browser().fetch(path);
    const csp = directives(response);
    expect(csp['default-src']).toBe("'none'");
    expect(csp['script-src']).toBe("'self'");
    expect(csp['frame-ancestors']).toBe("'none'");
    expect(csp['base-uri']).toBe("'none'");
    expect(csp['form-action']).toBe("'self'");
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(response.headers.get('permissions-policy')).toContain('camera=()');
    expect(response.headers.get('x-powered-by')).toBeNull();
    expect(response.headers.get('strict-transport-security')).toBeNull();
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('have HSTS only where PUBLIC_URL is https', async () => {
    const site = await createTestApp({ env: { PUBLIC_URL: 'https://rivalhold.test', RATE_LIMITS: 'on' } });
    try {
      const response = await site.browser().fetch('/');
      expect(response.headers.get('strict-transport-security')).toMatch(/^max-age=31536000/);
    } finally {
      await site.close();
    }
  });
});
