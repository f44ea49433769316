import type { LookupFunction } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { siteUrl } from '../../platform/config.ts';
import { sql } from '../../platform/db/db.ts';
import { toAppError } from '../../platform/errors.ts';
import type { Site } from '../../platform/site.ts';
import { createTestApp, type TestApp, type TestPlayer } from '../../testing/app.ts';
import { createNoise, createPng } from '../../testing/images.ts';
import { query } from '../../testing/queries.ts';
import { statementsOf } from '../../testing/statements.ts';
import { imageUrl, purgeImages, RATE_LIMITS, storedImageKey } from './service.ts';
import { startExternalSite } from './testing.ts';

let host: Awaited<ReturnType<typeof startExternalSite>>;
let app: TestApp;
let reader: TestPlayer;
let asked = 0;
let served: Buffer;
let headers: Record<string, string | string[] | undefined> = {};
let made = 0;
const HOUR = 3_600_000;

/** Return the URL of an image that has not been requested yet. */
const newImageUrl = (kind = '') => host.at(`${kind}${made++}.png`);
/** The external site's pending responses to `/slow` requests. Calling a function sends its response. */
const pendingResponses: (() => void)[] = [];
const answerAll = () => {
  for (const answer of pendingResponses.splice(0)) answer();
};
const storedCount = async () => [...(await app.site.files.listAll('outside')).objects].length;
const get = (url: string, by: TestPlayer = reader) => by.fetch(imageUrl(app.site, url));

beforeAll(async () => {
  host = await startExternalSite((request, response) => {
    asked++;
    headers = request.headers;
    const send = () =>
      response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'spy=1' }).end(served);
    if (request.url?.startsWith('/slow')) pendingResponses.push(send);
    else send();
  });
  app = await createTestApp({ outboundPolicy: host.policy });
  reader = await app.player();
  served = await createPng();
});
afterAll(async () => {
  await app.close();
  await host.close();
});
beforeEach(() => {
  asked = 0;
});

/** Return a variant of the test site whose DNS lookups for other sites fail with the given error code. */
function siteFailing(code: string): Site {
  const lookup = (...[, , done]: Parameters<LookupFunction>) =>
    done(Object.assign(new Error('In vain'), { code }), '');
  return Object.create(app.site, { outboundPolicy: { value: { ...host.policy, lookup } } }) as Site;
}

describe('an image of this site', () => {
  it('keeps its path, but a URL that only looks similar is treated as an image of another site', () => {
    const here = siteUrl(app.site.config);
    expect(imageUrl(app.site, `${here}/media/avatars/a.webp?size=96`)).toBe('/media/avatars/a.webp?size=96');
    for (const other of [
      `${here}/api/session/a.png`,
      `${here}/media/../api/a.png`,
      'https://elsewhere.example/media/avatars/a.webp',
      'https://127.0.0.1.example/media/a.webp',
    ])
      expect(imageUrl(app.site, other)).toMatch(/^\/media\/outside\?/);
  });
});

describe('an image of another site', () => {
  it('is fetched once for concurrent requests', async () => {
    const url = newImageUrl();
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

  it('is requested without data about the viewer', async () => {
    await reader.fetch(imageUrl(app.site, newImageUrl()), {
      headers: { 'user-agent': 'mine', referer: 'here' },
    });
    const received = JSON.stringify(headers);
    expect(received).not.toMatch(/mine|here|cookie|forwarded/i);
    expect(received).not.toContain(reader.cookieHeader);
  });

  it('cannot be loaded by guests or with a changed URL', async () => {
    const source = imageUrl(app.site, newImageUrl());
    const sources = [
      source.replace('.png', '.gif'),
      source.replace(/signature=.{22}/, `signature=${'A'.repeat(22)}`),
      source.replace(/&signature.*/, ''),
      `${source}&signature=twice`,
      `${source}&${source.slice(source.indexOf('url='))}`,
      `${source}&url=${encodeURIComponent(newImageUrl())}`,
      '/media/outside',
    ];
    for (const other of sources) expect((await reader.fetch(other)).status).toBe(404);
    expect((await app.browser().fetch(source)).status).toBe(404);
    expect(asked).toBe(0);
  });

  it.each([
    ['an HTML page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['an empty file', Buffer.alloc(0)],
    ['a file over the size limit', Buffer.alloc(8 * 1024 * 1024 + 1)],
  ])('is not found if the response is %s', async (_what, body) => {
    const before = served;
    served = body;
    const url = newImageUrl();
    expect((await get(url)).status).toBe(404);
    served = before;
    expect((await get(url)).status).toBe(404);
    expect(asked).toBe(1);
    app.clock.advance(HOUR);
    expect((await get(url)).status).toBe(200);
  });

  it.each(['ENOSPC', 'EDQUOT', 'EMFILE'])(
    'is temporarily unavailable if the server is out of resources: %s',
    async (code) => {
      const wanted = { url: newImageUrl(), viewerId: reader.id };
      const error = await storedImageKey(app.site.db, siteFailing(code), wanted).catch((thrown) => thrown);
      expect(toAppError(error)).toMatchObject({ status: 503 });
      expect(await storedImageKey(app.site.db, app.site, wanted)).toMatch(/^outside\//);
    },
  );

  it('is not found if its site cannot be reached', async () => {
    const wanted = { url: newImageUrl(), viewerId: reader.id };
    for (const site of [siteFailing('ENOTFOUND'), app.site])
      expect(await storedImageKey(app.site.db, site, wanted)).toBeNull();
    expect(asked).toBe(0);
  });

  it('is fetched again if a player requests it after 30 days, and deleted if no player does', async () => {
    const url = newImageUrl();
    await get(url);
    app.clock.advance(31 * 24 * HOUR);
    await get(url, await app.player());
    expect(asked).toBe(2);
    const before = await storedCount();
    app.clock.advance(31 * 24 * HOUR);
    await purgeImages(app.site.db, app.site);
    expect(before).toBeGreaterThan(0);
    await expect.poll(storedCount).toBe(0);
  });

  it('is stored once if two nodes fetch it concurrently', async () => {
    const other = { ...app.site, instances: new Map() };
    const before = await storedCount();
    const both = (url: string) =>
      [app.site, other].map((site) => storedImageKey(app.site.db, site, { url, viewerId: reader.id }));
    const keys = both(newImageUrl('slow'));
    await expect.poll(() => pendingResponses.length).toBe(2);
    answerAll();
    const [one, two] = await Promise.all(keys);
    expect(one).toBe(two);
    expect(await storedCount()).toBe(before + 1);
    expect(await query(app.site.db, sql`select 1 from orphaned_files`)).toEqual([]);

    const again = both(newImageUrl('slow'));
    await expect.poll(() => pendingResponses.length).toBe(2);
    pendingResponses.shift()?.();
    const [first] = [await Promise.race(again)];
    served = Buffer.alloc(0);
    answerAll();
    expect(await Promise.all(again)).toEqual([first, first]);
    served = await createPng();
    expect(await app.site.files.exists(first as string)).toBe(true);
  });

  it('does not delay other players if its site is slow', async () => {
    const slowed = await app.player();
    const slow = Array.from({ length: 6 }, () => newImageUrl('slow'));
    const late = slow.slice(0, 4).map((url) => get(url, slowed));
    await expect.poll(() => pendingResponses.length).toBe(4);
    late.push(...slow.slice(4).map((url) => get(url, slowed)));
    const another = await app.player();
    expect((await get(newImageUrl(), another)).status).toBe(200);
    // This image waits in the first player's queue. Because another player requests it, too, it is fetched immediately.
    const shared = get(slow.at(-1) as string, another);
    await expect.poll(() => pendingResponses.length).toBe(5);
    const mine = get(newImageUrl(), slowed);
    answerAll();
    await expect.poll(() => pendingResponses.length).toBe(1);
    answerAll();
    expect((await Promise.all([...late, shared, mine])).map(({ status }) => status)).toEqual(
      Array(8).fill(200),
    );
    expect(asked).toBe(8);
  });

  it('is temporarily unavailable, with a Retry-After header, if a viewer queues too many requests', async () => {
    const many = await app.player();
    const late = Array.from({ length: 30 }, () => get(newImageUrl('slow'), many));
    await expect.poll(() => pendingResponses.length).toBe(4);
    const refused = await Promise.race(late);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
    expect((await get(newImageUrl(), await app.player())).status).toBe(200);
    const before = served;
    served = Buffer.alloc(0);
    let done = false;
    const all = Promise.all(late).finally(() => {
      done = true;
    });
    const isDone = () => {
      answerAll();
      return done;
    };
    await expect.poll(isDone, { interval: 20 }).toBe(true);
    served = before;
    expect((await all).map(({ status }) => status).toSorted()).toEqual([...Array(29).fill(404), 503]);
  });

  it('counts towards the player’s limit of 600 fetched images an hour', async () => {
    const limited = await createTestApp({ outboundPolicy: host.policy, env: { RATE_LIMITS: 'on' } });
    const { site } = limited;
    const viewer = await limited.player();
    const url = newImageUrl();
    const status = async (wanted: string) => (await viewer.fetch(imageUrl(site, wanted))).status;
    expect(await status(url)).toBe(200);
    for (let n = 1; n < 600; n++) await site.limits.consume(RATE_LIMITS.outsideImageHour, viewer.id);
    expect([await status(newImageUrl()), await status(url)]).toEqual([429, 200]);
    await limited.close();
  });
});

describe('the limits of a viewer', () => {
  let limited: TestApp;
  beforeAll(async () => {
    limited = await createTestApp({ outboundPolicy: host.policy, env: { RATE_LIMITS: 'on' } });
  });
  afterAll(() => limited.close());
  const status = async (viewer: TestPlayer, url: string) =>
    (await viewer.fetch(imageUrl(limited.site, url))).status;

  it('include the CPU time for decoding images', async () => {
    const [viewer, other] = [await limited.player(), await limited.player()];
    const { points } = RATE_LIMITS.outsideDecoding;
    await limited.site.limits.record(RATE_LIMITS.outsideDecoding, viewer.id, points - 1);
    const stored = newImageUrl();
    served = await createNoise(900, 800).png().toBuffer();
    expect(await status(viewer, stored)).toBe(200);
    served = await createPng();
    asked = 0;
    const url = newImageUrl();
    expect([await status(viewer, url), await status(viewer, stored), asked]).toEqual([429, 200, 0]);
    expect(await status(other, url)).toBe(200);
  });

  it('keep one viewer from using up the shared limit for requests to a network', async () => {
    const [viewer, other] = [await limited.player(), await limited.player()];
    const { outsideNetwork, outsideNetworkOfPlayer } = RATE_LIMITS;
    const key = `${viewer.id} 127.0.0.0/24`;
    await limited.site.limits.consume(outsideNetworkOfPlayer, key, outsideNetworkOfPlayer.points);
    expect(outsideNetworkOfPlayer.points).toBeLessThan(outsideNetwork.points / 2);
    const url = newImageUrl();
    expect([await status(viewer, url), await status(other, url)]).toEqual([429, 200]);
  });
});

describe('stored images', () => {
  it('are deleted, except for the latest 5,000', async () => {
    await query(app.site.db, sql`delete from external_images`);
    const now = app.clock.now();
    await query(
      app.site.db,
      sql`insert into external_images (url_hash, fetched_at)
       select 'h' || n, ${now}::timestamptz - n * interval '1 second' from generate_series(1, 6000) n`,
    );
    const purge = () => purgeImages(app.site.db, app.site);
    const statements = await statementsOf(app, purge);
    const left = await query<{ url_hash: string }>(
      app.site.db,
      sql`select url_hash from external_images order by fetched_at`,
    );
    expect([left.length, left[0]?.url_hash]).toEqual([5_000, 'h5000']);
    const [text] = statements.filter((one) => /^delete from external_images/.test(one));
    const client = await app.site.database.pool?.connect();
    if (!client) return;
    await client.query('vacuum analyze external_images');
    await client.query('set plan_cache_mode = force_generic_plan');
    await client.query(`prepare explained as ${text}`);
    const { rows } = await client.query(
      `explain (analyze, costs off) execute explained('${new Date(0).toISOString()}', 4999, 500)`,
    );
    client.release(true);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan.match(/external_images_age/g)).toHaveLength(2);
    expect(plan).toMatch(/Index Cond: \(fetched_at < GREATEST/);
  });
});

describe('the requests to another site', () => {
  it('are limited per network, for all players and host names together', async () => {
    const limited = await createTestApp({ outboundPolicy: host.policy, env: { RATE_LIMITS: 'on' } });
    const player = await limited.player();
    const network = '127.0.0.0/24';
    const { points } = RATE_LIMITS.outsideNetwork;
    await limited.site.limits.consume(RATE_LIMITS.outsideNetwork, network, points - 1);
    expect((await player.fetch(imageUrl(limited.site, newImageUrl()))).status).toBe(200);
    asked = 0;
    const [url, other] = [newImageUrl(), newImageUrl().replace('pictures.test', 'mirror.test')];
    for (const wanted of [url, other]) {
      const answer = await (await limited.player()).fetch(imageUrl(limited.site, wanted));
      expect(answer.status).toBe(429);
    }
    expect(asked).toBe(0);
    await limited.site.limits.reset(RATE_LIMITS.outsideNetwork, network);
    expect((await player.fetch(imageUrl(limited.site, url))).status).toBe(200);
    await limited.close();
  });
});
