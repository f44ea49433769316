import { beforeAll, describe, expect, it } from 'vitest';
import { signUpBody, type TestPlayer, uniqueName, useTestApp } from '../../testing/app.ts';
import { UNSTORABLE_TEXT } from './routes.ts';

const app = useTestApp();
let player: TestPlayer;
beforeAll(async () => {
  player = await app.player();
});

const INVALID = { code: 'invalid', message: 'Please check what you entered.' };

/** Send a POST request with a valid CSRF token and an arbitrary body. */
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
      'x-csrf-token': browser.csrf,
      ...(type !== null && { 'content-type': type }),
    },
  });
  return { status: response.status, body: (await response.json()) as { code: string; message: string } };
}
const read = async (path: string) => {
  const response = await player.fetch(path);
  return [response.status, (await response.json()) as unknown];
};

describe('a request body', () => {
  it.each<[string, string]>([
    ['truncated', '{"credential":"somebody",'],
    ['empty', ''],
    ['not JSON', 'credential=x&password=y'],
    ['a comment inside', '{"credential":"x"/**/}'],
    ['NaN inside', '{"credential":NaN}'],
    ['a __proto__ key', '{"__proto__":{"role":"admin"},"credential":"x","password":"y"}'],
    [
      'a constructor.prototype key',
      '{"constructor":{"prototype":{"role":"admin"}},"credential":"x","password":"y"}',
    ],
    ['null', 'null'],
    ['a list', '[{"credential":"x","password":"y"}]'],
    ['a number', '7'],
    ['a string', '"credential"'],
    ['deep lists', `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
    ['deep lists in a field', `{"credential":${'['.repeat(30_000)}${']'.repeat(30_000)},"password":"y"}`],
    ['deep objects', `${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`],
    ['a NUL in a key', '{"credential":"x","password":"y","z\\u0000":"y"}'],
    ['many keys', `{${Array.from({ length: 5_000 }, (_, n) => `"k${n}":1`).join()}}`],
  ])('is rejected with 400 if it is invalid: %s', async (_, body) => {
    const answer = await send('/api/session', body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject(INVALID);
  });

  it.each([
    ['a NUL', 'x\0'],
    ['half a surrogate pair', 'x\ud83d'],
  ])('is rejected with 400 and the name of the field if a value has %s', async (_, credential) => {
    const answer = await send('/api/session', JSON.stringify({ credential, password: 'y' }));
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'invalid', errors: { credential: UNSTORABLE_TEXT } });
  });

  it('is rejected with 413 above 64 KB, and accepted at exactly 64 KB', async () => {
    const text = (length: number) => JSON.stringify({ credential: 'x', password: 'y' }).padEnd(length, ' ');
    const large = await send('/api/session', text(64 * 1024 + 1));
    expect([large.status, large.body]).toEqual([413, { code: 'tooLarge', message: 'This is too large.' }]);
    expect((await send('/api/session', text(64 * 1024))).status).toBe(401);
  });

  it('is rejected with 413 above 64 KB even without a declared length', async () => {
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
      headers: { 'x-csrf-token': guest.csrf, 'content-type': 'application/json' },
    } as RequestInit & { headers: Record<string, string> });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([413, 'tooLarge']);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/html',
    'x',
  ])('is rejected with 415 if its type is %s', async (type) => {
    const answer = await send('/api/session', '{"credential":"x","password":"y"}', type);
    expect([answer.status, answer.body.code]).toEqual([415, 'mediaType']);
  });

  it('is rejected if the route accepts no body', async () => {
    const one = await app.player();
    const more = await one.call('DELETE /api/sessions/others', { body: { all: true } });
    expect([more.status, more.body.code]).toEqual([400, 'invalid']);
    expect((await one.call('POST /api/users/me/confirmation', { body: { to: 'x' } })).status).toBe(400);
  });

  it('cannot pollute a prototype', async () => {
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
  ])('the id “%s” is rejected with 400', async (id) => {
    for (const path of [`/api/profiles/${id}`, `/api/game/${id}`]) {
      const [status, body] = await read(path);
      expect([path, status, (body as { code?: string }).code]).toEqual([path, 400, 'invalid']);
    }
    const [status] = await read(`/api/activity?userId=${id}`);
    expect(status).toBe(400);
  });

  it('an unknown id is rejected with 404', async () => {
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
  ])('the query ?%s is rejected with 400, or ignored if it names an unknown field', async (query) => {
    // The name `limit[]` is not a known query field, so it is ignored.
    const expected = query === 'limit[]=1' ? 200 : 400;
    for (const path of ['/api/profiles', '/api/activity']) {
      const [status] = await read(`${path}?${query}`);
      expect([path, status]).toEqual([path, expected]);
    }
  });

  it('a number in a query is parsed, an unknown field is ignored, and an unknown option is rejected', async () => {
    const [status, body] = await read('/api/profiles?limit=1&color=red&__proto__=x');
    expect([status, (body as unknown[]).length]).toEqual([200, 1]);
    const [scoped] = await read('/api/activity?scope=galaxy');
    expect(scoped).toBe(400);
  });

  it('a malformed cursor is rejected with 400', async () => {
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
