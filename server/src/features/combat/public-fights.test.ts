import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import sharp from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { PASSWORD, type TestBrowser, type TestPlayer, uniqueName, useTestApp } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { statementsOf } from '../../testing/statements.ts';
import { cardSvg } from './card.ts';
import { guestFightPage, PublicFights, publicFightsOf } from './public-fights.ts';
import { finishFight, openFightOf, setFightSettings } from './testing.ts';

const app = useTestApp();
let guest: TestBrowser;
let one: TestPlayer;
let other: TestPlayer;
/** Ids of a fight that everybody can watch, a fight that only its players can watch, and a fight that is not over. */
let open: number;
let closed: number;
let unfinished: number;

const recordOf = (viewer: TestBrowser, id: number, headers: Record<string, string> = {}) =>
  viewer.fetch(`/api/combat/fights/${id}`, { headers });

beforeAll(async () => {
  guest = app.browser();
  [one, other] = [await app.player(), await app.player()];
  const third = await app.player();
  open = await finishFight(app, one, other);
  closed = await finishFight(app, third, other);
  unfinished = (await openFightOf(await app.player(), await app.player())).body.id;
  await setFightSettings(one, { watchers: 'everybody' });
  await setFightSettings(other, { watchers: 'everybody' });
  await setFightSettings(third, { watchers: 'fighters' });
});

describe('the record of a public fight', () => {
  it('can be cached for guests, with revalidation', async () => {
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

  it('is not cached for signed-in players', async () => {
    for (const player of [one, await app.player()]) {
      const { status, headers } = await recordOf(player, open);
      expect([status, headers.get('cache-control'), headers.get('etag')]).toEqual([200, 'no-store', null]);
    }
  });

  it('is read from the database at most once a second', async () => {
    publicFightsOf(app.site).clear();
    const since = performance.now();
    const statements = await statementsOf(app, async () => {
      await Promise.all(Array.from({ length: 20 }, () => recordOf(app.browser(), open)));
    });
    const seconds = Math.ceil((performance.now() - since) / 1_000);
    expect(statements.filter((text) => text.includes('from fights')).length).toBeLessThanOrEqual(seconds);
  });

  it('returns 404 to guests after one of its players excludes guests', async () => {
    const tag = (await recordOf(guest, open)).headers.get('etag') ?? '';
    await setFightSettings(one, { watchers: 'players' });
    expect((await recordOf(guest, open, { 'if-none-match': tag })).status).toBe(404);
    const card = await guest.fetch(`/fights/${open}/card.png`, { headers: { 'if-none-match': tag } });
    expect(card.status).toBe(404);
    await setFightSettings(one, { watchers: 'everybody' });
    expect((await recordOf(guest, open)).status).toBe(200);
  });
});

describe('a fight that guests are not allowed to watch', () => {
  const answer = async (path: string, headers: Record<string, string> = {}) => {
    const response = await guest.fetch(path, { headers });
    const shown = [...response.headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
    return { status: response.status, headers: shown, body: await response.text() };
  };

  it.each(['/fights/{id}', '/fights/{id}/card.png', '/api/combat/fights/{id}'])(
    'has the same response at %s as an unknown fight',
    async (path) => {
      const tag = (await recordOf(guest, open)).headers.get('etag') ?? '';
      const responses: unknown[] = [];
      for (const id of [999_999, closed, unfinished])
        for (const known of ['', tag, '*']) {
          publicFightsOf(app.site).clear();
          let response: Awaited<ReturnType<typeof answer>> | undefined;
          const statements = await statementsOf(app, async () => {
            response = await answer(path.replace('{id}', String(id)), { 'if-none-match': known });
          });
          responses.push({ response, statements });
        }
      expect(responses[0]).toMatchObject({ response: { status: 404 } });
      for (const response of responses) expect(response).toEqual(responses[0]);
    },
  );

  it('has status 404, like a malformed fight URL', async () => {
    expect((await answer(`/fights/${open}`)).status).toBe(200);
    for (const path of ['/fights/0', '/fights/x', '/fights/1e3', `/fights/${'9'.repeat(30)}`])
      expect([path, (await answer(path)).status]).toEqual([path, 404]);
  });
});

describe('a fight that guests are allowed to watch', () => {
  const namesAt = async (id: number) => {
    const { headers } = await recordOf(guest, id);
    const { record } = (await publicFightsOf(app.site).find(id))!;
    const page = await guestFightPage(app.site, id);
    return { tag: headers.get('etag'), names: [record.attacker.username, record.defender.username], page };
  };

  it('shows a player’s new name, and has a new entity tag after a change of a name or avatar', async () => {
    const [renamed, staying] = [await app.player(), await app.player()];
    await setFightSettings(renamed, { watchers: 'everybody' });
    await setFightSettings(staying, { watchers: 'everybody' });
    const id = await finishFight(app, renamed, staying);
    const before = await namesAt(id);
    expect(before.names).toEqual([renamed.username, staying.username]);
    const paths = [`/api/combat/fights/${id}`, `/fights/${id}`, `/fights/${id}/card.png`];
    const tags = new Map<string, string>();
    for (const path of paths) tags.set(path, (await guest.fetch(path)).headers.get('etag') ?? '');
    const username = uniqueName();
    expect((await renamed.call('PATCH /api/profiles/profile', { body: { username } })).status).toBe(200);
    await expect.poll(async () => (await namesAt(id)).names).toEqual([username, staying.username]);
    const after = await namesAt(id);
    expect(after.tag).not.toBe(before.tag);
    expect(after.page?.tag).not.toBe(before.page?.tag);
    expect(after.page?.title).toBe(`${username} beat ${staying.username}`);
    for (const path of paths) {
      const response = await guest.fetch(path, { headers: { 'if-none-match': tags.get(path) ?? '' } });
      const body = await response.text();
      expect([path, response.status, body.includes(renamed.username)]).toEqual([path, 200, false]);
    }
    await query(
      app.site.db,
      sql`update users set avatar_url = '/media/avatars/b.webp' where id = ${renamed.id}`,
    );
    await expect.poll(async () => (await namesAt(id)).tag).not.toBe(after.tag);
  });

  it('returns 404 for guests after a player has deleted their account', async () => {
    const [leaving, staying] = [await app.player(), await app.player()];
    await setFightSettings(leaving, { watchers: 'everybody' });
    await setFightSettings(staying, { watchers: 'everybody' });
    const id = await finishFight(app, leaving, staying);
    const headers = { 'if-none-match': (await namesAt(id)).tag ?? '' };
    await leaving.call('DELETE /api/users/me', { body: { password: PASSWORD } });
    for (const path of [`/api/combat/fights/${id}`, `/fights/${id}`, `/fights/${id}/card.png`])
      await expect.poll(async () => (await guest.fetch(path, { headers })).status).toBe(404);
    const { body } = await staying.call('GET /api/combat/fights/{id}', { params: { id } });
    expect([body.attacker.username, body.attackerAvatarUrl]).toEqual([PROFILE_TEXTS.deletedPlayer, null]);
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

  it('returns 404 if guests cannot watch the fight, even to its players', async () => {
    for (const id of [closed, 999_999, 0, 'x']) expect([id, (await card(id)).status]).toEqual([id, 404]);
    expect((await other.fetch(`/fights/${closed}/card.png`)).status).toBe(404);
  });

  it('is drawn once for concurrent requests', async () => {
    const second = await finishFight(app, one, other);
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
    const cardOf = async (id: number) => String(await fights.card((await fights.find(id))!, 'guest'));
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
    await expect(fights.card(fight, 'guest')).rejects.toThrow('no memory');
    expect(String(await fights.card(fight, 'guest'))).toBe('card');
  });

  it('is unavailable if too many cards are waiting, in total or for one client', async () => {
    const fight = (await publicFightsOf(app.site).find(open))!;
    const release = Promise.withResolvers<void>();
    const drawn: number[] = [];
    const fights = new PublicFights(app.site, async ({ id }) => {
      await release.promise;
      drawn.push(id);
      return Buffer.from(`card ${id}`);
    });
    const cardOf = (client: string, id: number) =>
      fights.card(
        { ...fight, record: { ...fight.record, id }, page: { ...fight.page, tag: `${id}` } },
        client,
      );
    const cards = [1, 2, 3, 4, 5].map((id) => cardOf('greedy', id));
    await expect(cardOf('greedy', 6)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 5 });
    const mine = cardOf('other', 7);
    // A request for a card that is already queued gets the queued card, and does not count towards the limit.
    expect(cardOf('greedy', 5)).toBe(cards[4]);
    const crowd = Array.from({ length: 20 }, (_, n) => cardOf(`client ${n}`, 100 + n));
    const refused = (await Promise.allSettled([...crowd.slice(15)])).map(({ status }) => status);
    expect(refused).toEqual(Array.from({ length: 5 }, () => 'rejected'));
    release.resolve();
    expect(String(await mine)).toBe('card 7');
    await Promise.all([...cards, ...crowd.slice(0, 15)]);
    expect(drawn.slice(0, 3)).toEqual([1, 2, 7]);
    expect(drawn).toHaveLength(21);
    expect(String(await cardOf('greedy', 6))).toBe('card 6');
  });

  it('returns an uncached 503 while it cannot be drawn', async () => {
    const busy = vi
      .spyOn(publicFightsOf(app.site), 'card')
      .mockRejectedValueOnce(new AppError('unavailable'));
    const { status, headers } = await card(open);
    busy.mockRestore();
    expect([status, headers.get('etag'), headers.get('cache-control')]).toEqual([503, null, 'no-store']);
    expect(headers.get('retry-after')).toBe('5');
  });

  it('contains no markup from a name', async () => {
    const record = (await publicFightsOf(app.site).find(open))!.record;
    const svg = cardSvg({ ...record, attacker: { ...record.attacker, username: '<x>&"' } });
    expect(svg).not.toMatch(/<x>|&"/);
  });
});

describe('the sitemap', () => {
  const listed = async () => (await guest.fetch('/sitemap.xml')).text();

  it('lists a fight only if both players have opened their fights to everybody', async () => {
    expect(await listed()).toContain(`/fights/${open}</loc>`);
    expect(await listed()).not.toContain(`/fights/${closed}</loc>`);
    await query(app.site.db, sql`update fights set ranked = true where id = ${open}`);
    await setFightSettings(one, { watchers: null });
    // By default, guests can watch a ranked fight, but the sitemap lists it only if both players have chosen
    // `everybody`.
    expect((await recordOf(guest, open)).status).toBe(200);
    expect(await listed()).not.toContain(`/fights/${open}</loc>`);
    await setFightSettings(one, { watchers: 'everybody' });
    expect(await listed()).toContain(`/fights/${open}</loc>`);
  });

  it('lists the guide', async () => {
    expect(await listed()).toContain(`${app.site.config.publicUrl ?? ''}/guide</loc>`);
  });

  it('lists no fight of a deleted account', async () => {
    const leaving = await app.player();
    await setFightSettings(leaving, { watchers: 'everybody' });
    const id = await finishFight(app, leaving, other);
    await setFightSettings(other, { watchers: 'everybody' });
    expect(await listed()).toContain(`/fights/${id}</loc>`);
    await leaving.call('DELETE /api/users/me', { body: { password: PASSWORD } });
    await setFightSettings(other, { watchers: 'everybody' });
    expect(await listed()).not.toContain(`/fights/${id}</loc>`);
  });
});
