import { beforeAll, describe, expect, it } from 'vitest';
import { parseRange } from '../../platform/http/send-file.ts';
import { type TestBrowser, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { createVideo, send, upload } from './testing.ts';

const app = useTestApp();
let owner: TestPlayer;
let receiver: TestPlayer;
let stranger: TestPlayer;
let id: number;
let url: string;
let whole: Buffer;
beforeAll(async () => {
  [owner, receiver, stranger] = await Promise.all([app.player(), app.player(), app.player()]);
  const { body } = await upload(owner, await createVideo({ container: 'webm' }));
  ({ id, url } = body.attachment);
  await send(app, owner, receiver, { ids: [id], messageId: 1 });
  whole = Buffer.from(await (await owner.fetch(url)).arrayBuffer());
});

const part = async (range: string, more: Record<string, string> = {}, by: TestBrowser = receiver) => {
  const response = await by.fetch(url, { headers: { range, ...more } });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
};

describe('a file of a message', () => {
  it('is served to its sender and its receiver', async () => {
    for (const player of [owner, receiver]) {
      const response = await player.fetch(url);
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'video/webm',
        'content-length': String(whole.length),
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
        'content-disposition': `inline; filename="attachment-${id}.webm"`,
        'accept-ranges': 'bytes',
      });
      expect(Buffer.from(await response.arrayBuffer()).equals(whole)).toBe(true);
    }
  });

  it('cannot be fetched by others, or from any other path', async () => {
    for (const browser of [stranger, app.browser()]) {
      expect((await browser.fetch(url)).status).toBe(404);
      expect((await browser.fetch(url, { method: 'HEAD' })).status).toBe(404);
      expect((await part('bytes=0-1', {}, browser)).response.status).toBe(404);
    }
    const ids = [
      `${id}/thumb`,
      `0${id}`,
      '0',
      '-1',
      `${id}.webm`,
      '1e3',
      '99999',
      '999999999999999999',
      'x',
      '',
    ];
    for (const other of [...ids, '../avatars/x.webp', `${id}%2fthumb`, `${id}%00`, `${id}/thumb/..`])
      expect([other, (await owner.fetch(`/media/attachments/${other}`)).status]).toEqual([other, 404]);
  });

  it('is served only to its owner until the message is sent', async () => {
    const { body } = await upload(owner, await createVideo({ container: 'webm' }));
    expect((await owner.fetch(body.attachment.url)).status).toBe(200);
    expect((await receiver.fetch(body.attachment.url)).status).toBe(404);
  });

  it('is not served after logout', async () => {
    const other = await app.player();
    const { body } = await upload(other, await createVideo({ container: 'webm' }));
    const cookies = new Map(other.cookies);
    await other.call('DELETE /api/session');
    for (const [name, value] of cookies) other.cookies.set(name, value);
    expect((await other.fetch(body.attachment.url)).status).toBe(404);
  });
});

describe('a byte range', () => {
  it('is served if it is closed, open-ended or a suffix', async () => {
    const last = whole.length - 1;
    const cases: [string, number, number][] = [
      ['bytes=0-0', 0, 0],
      ['bytes=100-199', 100, 199],
      ['bytes=100-', 100, last],
      ['bytes=-50', last - 49, last],
      [`bytes=-${whole.length * 2}`, 0, last],
      [`bytes=10-${whole.length * 2}`, 10, last],
    ];
    for (const [range, start, end] of cases) {
      const { response, bytes } = await part(range);
      expect([range, response.status, response.headers.get('content-range')]).toEqual([
        range,
        206,
        `bytes ${start}-${end}/${whole.length}`,
      ]);
      expect(response.headers.get('content-length')).toBe(String(end - start + 1));
      expect(response.headers.get('cache-control')).toBe('private, no-store');
      expect(bytes.equals(whole.subarray(start, end + 1))).toBe(true);
    }
  });

  it('is rejected with 416 if it is unsatisfiable or one of several', async () => {
    for (const range of [`bytes=${whole.length}-`, 'bytes=-0', 'bytes=0-1,5-6', 'bytes=0-0,-1']) {
      const { response, bytes } = await part(range);
      expect([range, response.status, bytes.length]).toEqual([range, 416, 0]);
      expect(response.headers.get('content-range')).toBe(`bytes */${whole.length}`);
    }
  });

  it('is ignored if it is malformed or conditional', async () => {
    for (const range of ['bytes=', 'bytes=a-b', 'bytes=5-2', 'lines=1-2', 'bytes=-'])
      expect([range, (await part(range)).response.status]).toEqual([range, 200]);
    expect((await part('bytes=0-1', { 'if-range': '"x"' })).response.status).toBe(200);
  });

  it('also applies to a HEAD request', async () => {
    const head = await receiver.fetch(url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(whole.length)]);
    const some = await receiver.fetch(url, { method: 'HEAD', headers: { range: 'bytes=0-9' } });
    expect([some.status, some.headers.get('content-length')]).toEqual([206, '10']);
  });

  it('is parsed without an error for huge numbers', () => {
    expect(parseRange(`bytes=${'9'.repeat(400)}-`, 10)).toBe('none');
    expect(parseRange(`bytes=-${'9'.repeat(400)}`, 10)).toEqual({ start: 0, end: 9 });
    expect(parseRange(undefined, 10)).toBe('whole');
  });
});
