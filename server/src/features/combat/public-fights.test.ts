import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { query, sql } from '../../platform/db/db.ts';
import { PASSWORD, type TestBrowser, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { statementsOf } from '../../testing/statements.ts';
import { cardSvg } from './card.ts';
import { PublicFights } from './public-fights.ts';
import { publicFightsOf } from './service.ts';
import { fightToEnd, openFightOf, setCharacter } from './testing.ts';

const app = useTestApp();
let guest: TestBrowser;
let one: TestPlayer;
let other: TestPlayer;
/** A fight that everybody can watch, and a fight between the same players that nobody else can watch. */
let open: number;
let closed: number;

async function finishedFight(attacker: TestPlayer, defender: TestPlayer): Promise<number> {
  await setCharacter(app, attacker, { attack: 500, energy: 100, health: 100 });
  const { body } = await openFightOf(attacker, defender);
  await fightToEnd(app, attacker, defender);
  return body.id;
}
const setWatchers = (player: TestPlayer, watchers: 'everybody' | 'players' | 'fighters' | null) =>
  player.call('PUT /api/combat/settings', { body: { challenges: 'everybody', doubleTime: false, watchers } });
const recordOf = (viewer: TestBrowser, id: number, headers: Record<string, string> = {}) =>
  viewer.fetch(`/api/combat/fights/${id}`, { headers });

beforeAll(async () => {
  guest = app.browser();
  [one, other] = [await app.player(), await app.player()];
  const third = await app.player();
  open = await finishedFight(one, other);
  closed = await finishedFight(third, other);
  await setWatchers(one, 'everybody');
  await setWatchers(other, 'everybody');
  await setWatchers(third, 'fighters');
});

describe('the record of a public fight', () => {
  it('can be stored by caches for guests, which must ask before each use', async () => {
    const response = await recordOf(guest, open);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'public, no-cache',
      vary: expect.stringContaining('Cookie'),
      etag: expect.stringMatching(/^W\/"[\w-]+"$/),
    });
    const tag = response.headers.get('etag') ?? '';
    const again = await recordOf(guest, open, { 'if-none-match': tag });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect((await recordOf(guest, open, { 'if-none-match': 'W/"other"' })).status).toBe(200);
  });

  it('is not stored for players, because their response depends on them', async () => {
    for (const player of [one, await app.player()]) {
      const { status, headers } = await recordOf(player, open);
      expect([status, headers.get('cache-control'), headers.get('etag')]).toEqual([200, 'no-store', null]);
    }
  });

  it('is read once a second, however many guests ask', async () => {
    publicFightsOf(app.site).clear();
    const since = performance.now();
    const statements = await statementsOf(app, async () => {
      await Promise.all(Array.from({ length: 20 }, () => recordOf(app.browser(), open)));
    });
    const seconds = Math.ceil((performance.now() - since) / 1_000);
    expect(statements.filter((text) => text.includes('from fights')).length).toBeLessThanOrEqual(seconds);
  });

  it('is not sent to a guest who knows its tag once a player has closed it', async () => {
    const tag = (await recordOf(guest, open)).headers.get('etag') ?? '';
    await setWatchers(one, 'players');
    expect((await recordOf(guest, open, { 'if-none-match': tag })).status).toBe(404);
    const card = await guest.fetch(`/fights/${open}/card.png`, { headers: { 'if-none-match': tag } });
    expect(card.status).toBe(404);
    await setWatchers(one, 'everybody');
    expect((await recordOf(guest, open)).status).toBe(200);
  });
});

describe('the page of a fight', () => {
  it('is not found for guests who are not allowed to watch the fight, as for an unknown fight', async () => {
    const status = async (path: string) => (await guest.fetch(path)).status;
    expect(await status(`/fights/${open}`)).toBe(200);
    const shown = async (path: string) => {
      const response = await guest.fetch(path);
      return {
        status: response.status,
        text: await response.text(),
        cache: response.headers.get('cache-control'),
      };
    };
    const hidden = await shown(`/fights/${closed}`);
    expect(hidden).toEqual(await shown('/fights/999999'));
    expect(hidden).toMatchObject({ status: 404, cache: 'no-cache' });
    for (const path of ['/fights/0', '/fights/x', '/fights/1e3', `/fights/${'9'.repeat(30)}`])
      expect([path, await status(path)]).toEqual([path, 404]);
  });
});

describe('the card of a fight', () => {
  const card = (id: number | string, headers: Record<string, string> = {}) =>
    guest.fetch(`/fights/${id}/card.png`, { headers });

  it('is a picture of 1,200 by 630 pixels, with an entity tag', async () => {
    const response = await card(open);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
    const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect([width, height]).toEqual([1_200, 630]);
    expect((await card(open, { 'if-none-match': response.headers.get('etag') ?? '' })).status).toBe(304);
  });

  it('is refused to everyone if guests are not allowed to watch the fight', async () => {
    for (const id of [closed, 999_999, 0, 'x']) expect([id, (await card(id)).status]).toEqual([id, 404]);
    expect((await other.fetch(`/fights/${closed}/card.png`)).status).toBe(404);
  });

  it('is drawn once for concurrent requests, one card at a time, and again after a change', async () => {
    const second = await finishedFight(one, other);
    let drawing = 0;
    let most = 0;
    let drawn = 0;
    const fights = new PublicFights(app.site, async () => {
      drawn++;
      most = Math.max(most, ++drawing);
      await new Promise((resolve) => setTimeout(resolve, 5));
      drawing--;
      return Buffer.from(`card ${drawn}`);
    });
    const cardOf = async (id: number) => String(await fights.card((await fights.find(id))!));
    const ids = Array.from({ length: 20 }, (_, index) => (index % 2 ? open : second));
    expect(new Set(await Promise.all(ids.map(cardOf)))).toEqual(new Set(['card 1', 'card 2']));
    await query(
      app.site.db,
      sql`update users set avatar_url = '/media/avatars/new.webp' where id = ${one.id}`,
    );
    fights.clear();
    expect([await cardOf(open), drawn, most]).toEqual(['card 3', 3, 1]);
  });

  it('is drawn again after a failure', async () => {
    let drawn = 0;
    const fights = new PublicFights(app.site, async () => {
      if (++drawn === 1) throw new Error('no memory');
      return Buffer.from('card');
    });
    const fight = (await fights.find(open))!;
    await expect(fights.card(fight)).rejects.toThrow('no memory');
    expect(String(await fights.card(fight))).toBe('card');
  });

  it('contains no markup from a name', async () => {
    const record = (await publicFightsOf(app.site).find(open))!.record;
    const svg = cardSvg({ ...record, attacker: { ...record.attacker, username: '<x>&"' } });
    expect(svg).not.toMatch(/<x>|&"/);
  });
});

describe('the sitemap', () => {
  const listed = async () => (await guest.fetch('/sitemap.xml')).text();

  it('lists a fight only if both players have explicitly opened their fights to everybody', async () => {
    expect(await listed()).toContain(`/fights/${open}</loc>`);
    expect(await listed()).not.toContain(`/fights/${closed}</loc>`);
    await query(app.site.db, sql`update fights set ranked = true where id = ${open}`);
    await setWatchers(one, null);
    // A ranked fight is public by default, but a default is no consent.
    expect((await recordOf(guest, open)).status).toBe(200);
    expect(await listed()).not.toContain(`/fights/${open}</loc>`);
    await setWatchers(one, 'everybody');
    expect(await listed()).toContain(`/fights/${open}</loc>`);
  });

  it('lists the pages for guests', async () => {
    expect(await listed()).toContain(`${app.site.config.publicUrl ?? ''}/guide</loc>`);
  });

  it('lists no fight of a deleted account', async () => {
    const leaving = await app.player();
    await setWatchers(leaving, 'everybody');
    const id = await finishedFight(leaving, other);
    await setWatchers(other, 'everybody');
    expect(await listed()).toContain(`/fights/${id}</loc>`);
    await leaving.call('DELETE /api/users/me', { body: { password: PASSWORD } });
    await setWatchers(other, 'everybody');
    expect(await listed()).not.toContain(`/fights/${id}</loc>`);
  });
});
