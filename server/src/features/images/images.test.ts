import { createServer, type Server } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestPlayer } from '../../testing.ts';
import { picture } from '../photos/testing.ts';
import { imageSource, purgeImages } from './service.ts';

let host: Server;
let app: TestApp;
let reader: TestPlayer;
let asked = 0;
let served: Buffer;
let headers: Record<string, string | string[] | undefined> = {};
let made = 0;
const HOUR = 3_600_000;
const elsewhere = '127.0.0.9';

/** A picture that was not asked for yet. */
const fresh = () => `http://pictures.test:${(host.address() as AddressInfo).port}/${made++}.png`;
const get = (url: string, by: TestPlayer = reader) => by.fetch(imageSource(app.site, url));

beforeAll(async () => {
  host = createServer((request, response) => {
    asked++;
    headers = request.headers;
    response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'spy=1' }).end(served);
  });
  await new Promise<void>((resolve) => host.listen(0, elsewhere, resolve));
  const lookup = ((_name, options, done) =>
    options.all
      ? done(null, [{ address: elsewhere, family: 4 }])
      : done(null, elsewhere, 4)) as LookupFunction;
  app = await createTestApp({
    reach: { lookup, addresses: [elsewhere], ports: [(host.address() as AddressInfo).port] },
  });
  reader = await app.player();
  served = await picture().png().toBuffer();
});
afterAll(async () => {
  await app.close();
  host.close();
});
beforeEach(() => {
  asked = 0;
});

describe('a picture of another site', () => {
  it('is fetched once, drawn anew, and kept by the browser', async () => {
    const url = fresh();
    const answers = await Promise.all(Array.from({ length: 10 }, () => get(url)));
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('image/webp');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('cache-control')).toMatch(/^private, max-age=\d+$/);
      expect(answer.headers.get('set-cookie')).toBeNull();
      expect(
        Buffer.from(await answer.arrayBuffer())
          .subarray(8, 12)
          .toString(),
      ).toBe('WEBP');
    }
    await get(url, await app.player());
    expect(asked).toBe(1);
  });

  it('does not show the other site who reads', async () => {
    await reader.fetch(imageSource(app.site, fresh()), {
      headers: { 'user-agent': 'mine', referer: 'here' },
    });
    const told = JSON.stringify(headers);
    expect(told).not.toMatch(/mine|here|cookie|forwarded/i);
    expect(told).not.toContain(reader.cookieHeader);
  });

  it('is nothing for guests, for who made the address up, and for who changed it', async () => {
    const source = imageSource(app.site, fresh());
    const sources = [
      source.replace('.png', '.gif'),
      source.replace(/signature=.{22}/, `signature=${'A'.repeat(22)}`),
      source.replace(/&signature.*/, ''),
      `${source}&signature=twice`,
      '/media/outside',
    ];
    for (const other of sources) expect((await reader.fetch(other)).status).toBe(404);
    expect((await app.browser().fetch(source)).status).toBe(404);
    expect(asked).toBe(0);
  });

  it.each([
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['nothing', Buffer.alloc(0)],
    ['too much', Buffer.alloc(8 * 1024 * 1024 + 1)],
  ])('is not shown where it is %s, and not asked for again at once', async (_what, body) => {
    const before = served;
    served = body;
    const url = fresh();
    expect((await get(url)).status).toBe(404);
    served = before;
    expect((await get(url)).status).toBe(404);
    expect(asked).toBe(1);
    app.clock.advance(HOUR);
    expect((await get(url)).status).toBe(200);
  });

  it('is fetched again after 30 days, and goes when nobody asks for it any more', async () => {
    const url = fresh();
    await get(url);
    app.clock.advance(31 * 24 * HOUR);
    await get(url, await app.player());
    expect(asked).toBe(2);
    const { objects } = await app.site.files.listAll('outside');
    app.clock.advance(31 * 24 * HOUR);
    await purgeImages(app.site.db, app.site);
    expect([...objects].length).toBeGreaterThan(0);
    await expect.poll(async () => [...(await app.site.files.listAll('outside')).objects].length).toBe(0);
  });
});
