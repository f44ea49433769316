import { beforeAll, describe, expect, it } from 'vitest';
import { waitFor } from '../../../../scripts/testing/wait-for.ts';
import { sql } from '../../platform/db/db.ts';
import { PASSWORD, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { failAfterStatement, statementsOf } from '../../testing/statements.ts';
import { readMails, waitForMail } from '../accounts/testing.ts';
import { listFiles } from '../attachments/testing.ts';
import { createFullHistory } from '../deletion/testing.ts';
import { sendDirectMessage } from '../dms/testing.ts';
import { buildExport, maintainExports } from './service.ts';
import { unpack } from './testing.ts';

const app = useTestApp({ env: { PUBLIC_URL: 'http://127.0.0.1:4173' } });
let player: TestPlayer;
let friend: TestPlayer;
beforeAll(async () => {
  [player, friend] = [await app.player('Pack.Rat'), await app.player('Best.Friend')];
});

const request = (actor: TestPlayer, password = PASSWORD) =>
  actor.call('POST /api/users/me/export', { body: { password } });
/** Insert a pending export, but do not start the job that builds it. */
const insertPendingExport = async ({ id }: TestPlayer): Promise<number> => {
  const [made] = await query<{ id: number }>(
    app.site.db,
    sql`insert into data_exports (user_id, state, requested_at) values (${id}, 'pending', ${app.clock.now()})
        returning id`,
  );
  return made?.id ?? 0;
};
const stateOf = async (actor: TestPlayer) => (await actor.call('GET /api/users/me/export')).body;
const ready = (actor: TestPlayer) =>
  waitFor(async () => {
    const state = await stateOf(actor);
    expect(state.state).toBe('ready');
    return state;
  });
const exportFiles = () => listFiles(app).filter((name) => name.startsWith('files/exports/'));

describe('a data export', () => {
  it('requires the password', async () => {
    const { status, body } = await request(player, 'a guess');
    expect([status, body.errors]).toEqual([400, { password: 'That’s not your password' }]);
    expect((await player.call('POST /api/users/me/export', { body: {} })).status).toBe(400);
    expect((await stateOf(player)).state).toBe('none');
  });

  it('is built only once for concurrent requests, and at most once a day', async () => {
    const left = await createFullHistory(app, player, friend);
    await query(app.site.db, sql`update users set email_verified_at = now() where id = ${player.id}`);
    await sendDirectMessage(await friend.socket(), friend, player, 'From a <b>friend</b> \u202Etxet');
    expect(await stateOf(player)).toEqual({
      state: 'none',
      url: null,
      bytes: null,
      requestedAt: null,
      expiresAt: null,
    });
    const twice = await Promise.all([request(player), request(player)]);
    expect(twice.map(({ status }) => status)).toEqual([202, 202]);
    const { url, bytes } = await ready(player);
    expect(exportFiles()).toHaveLength(1);
    const again = await request(player);
    expect([again.status, again.body.message]).toEqual([429, 'You can request one copy per day.']);
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(86_000);

    const page = `/profiles/${player.id}/edit#your-data`;
    const mail = await waitForMail(app, 'pack.rat@test.invalid', page);
    expect(mail.text).toContain(`http://127.0.0.1:4173${page}`);
    expect(mail.text).not.toContain('/media/');
    const { items } = (await player.call('GET /api/notifications')).body;
    expect(items.filter(({ data }) => data.link === page)).toHaveLength(1);

    const response = await player.fetch(url ?? '');
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="rivalhold-[\d-]+\.zip"$/,
    );
    const file = Buffer.from(await response.arrayBuffer());
    expect(file.length).toBe(bytes);
    await expectContents(await unpack(file), left);
  });

  async function expectContents(
    entries: Map<string, string>,
    left: Awaited<ReturnType<typeof createFullHistory>>,
  ) {
    const json = (name: string) =>
      JSON.parse(Buffer.from(entries.get(`${name}.json`) ?? '', 'latin1').toString());
    expect(json('account')).toMatchObject([{ username: 'Pack.Rat', email: 'pack.rat@test.invalid' }]);
    expect(json('profile')).toMatchObject([{ location: 'The old mill', statusMessage: 'Still here' }]);
    expect(json('messages')).toMatchObject([
      { with: 'Best.Friend', sent: true, text: 'For you', attachments: [{ kind: 'image' }] },
      { with: 'Best.Friend', sent: false, text: 'From a <b>friend</b> \u202Etxet' },
    ]);
    expect(json('friends')).toMatchObject([{ username: 'Best.Friend' }]);
    expect(json('profile-comments')).toMatchObject([{ author: 'Pack.Rat' }, { author: 'Best.Friend' }]);
    expect(json('posts').map(({ text: said }: { text: string }) => said)).toEqual(['I was here', '']);
    expect(json('fights')).toMatchObject([{ opponent: 'Best.Friend', won: true }, { status: 'active' }]);
    expect(json('coins')).toMatchObject([{ reason: 'start', amount: 50 }, { reason: 'victory' }]);
    expect(json('quests')).toMatchObject([
      { done: ['post', 'friend', 'fight'], claimed: [], closedAt: null },
    ]);
    const filled = [
      'sessions',
      'character',
      'inventory',
      'friend-requests',
      'blocks',
      'comments',
      'post-likes',
    ];
    const more = ['photos', 'photo-likes', 'clips', 'clip-likes', 'forum-likes', 'activity', 'notifications'];
    for (const name of [...filled, ...more]) expect(json(name).length, name).toBeGreaterThan(0);
    expect(json('push-settings')).toMatchObject([{ message: false, quietFrom: null }]);
    expect(json('push-devices')).toMatchObject([{ pushService: 'push.example.com' }]);
    for (const name of ['purchases', 'reports', 'forum-threads', 'forum-posts', 'lobby-messages'])
      expect(json(name)).toEqual([]);

    const pictures = [...entries.keys()].filter((name) => !name.endsWith('.json')).sort();
    expect(pictures).toEqual([
      expect.stringMatching(`^attachments/${left.attachmentId}\\.`),
      expect.stringMatching(/^attachments\/\d+\./),
      expect.stringMatching(`^clips/${left.clip.id}\\.`),
      `photos/${left.photo.id}.webp`,
    ]);
    expect(entries.get(`photos/${left.photo.id}.webp`)).toMatch(/^RIFF....WEBP/s);

    // The export contains no private data of other players, and no credentials.
    const all = [...entries]
      .filter(([name]) => name.endsWith('.json') && name !== 'columns.json')
      .map(([, content]) => content)
      .join('');
    expect(all).not.toContain('best.friend@test.invalid');
    expect(all.replaceAll('"verifiedBy":"password"', '')).not.toMatch(/\$argon2|token|password/i);
  }

  it('can be downloaded only by its owner while logged in', async () => {
    const { url } = await stateOf(player);
    for (const other of [friend, app.browser()]) expect((await other.fetch(url ?? '')).status).toBe(404);
    expect((await player.fetch(`${url}/thumb`)).status).toBe(404);
    expect((await player.fetch(`/media/${exportFiles()[0]?.slice('files/'.length)}`)).status).toBe(404);
    expect((await stateOf(friend)).state).toBe('none');
  });

  it('expires after seven days, and can be requested again after a day', async () => {
    const { url } = await stateOf(player);
    app.clock.advance(86_400_000);
    expect((await request(player)).status).toBe(202);
    const next = await ready(player);
    expect(next.url).not.toBe(url);
    expect((await player.fetch(url ?? '')).status).toBe(404);
    await waitFor(() => expect(exportFiles()).toHaveLength(1));
    app.clock.advance(7 * 86_400_000);
    expect((await stateOf(player)).state).toBe('none');
    expect((await player.fetch(next.url ?? '')).status).toBe(404);
    await maintainExports(app.site.db, app.site);
    await waitFor(() => expect(exportFiles()).toEqual([]));
  });

  it('is completed by another node if the server crashes during the build', async () => {
    const id = await insertPendingExport(friend);
    let failedBuilds = 0;
    for (let n = 2; n < 30; n += 5)
      if (await failAfterStatement(app, n, () => buildExport(app.site.db, app.site, id))) failedBuilds++;
    expect([failedBuilds, (await stateOf(friend)).state]).toEqual([6, 'pending']);
    // After a crash, the build sends no more heartbeats. Another node takes over only when the last heartbeat is too
    // old.
    await query(app.site.db, sql`update data_exports set heartbeat_at = ${app.clock.now()} where id = ${id}`);
    await maintainExports(app.site.db, app.site);
    expect((await stateOf(friend)).state).toBe('pending');
    app.clock.advance(3 * 60_000);
    await Promise.all([maintainExports(app.site.db, app.site), buildExport(app.site.db, app.site, id)]);
    expect((await stateOf(friend)).state).toBe('ready');
    await waitFor(() => expect(exportFiles()).toHaveLength(1));
    const { items } = (await friend.call('GET /api/notifications')).body;
    expect(items.filter(({ title }) => title === 'Your data')).toHaveLength(1);
    // No email is sent to an unconfirmed address.
    expect(
      (await readMails(app)).filter(
        ({ to, subject }) => to.startsWith('best.friend') && subject.includes('data'),
      ),
    ).toEqual([]);
  });

  it('is deleted with the account', async () => {
    await friend.call('DELETE /api/users/me', { body: { password: 'ember-and-anvil' } });
    await waitFor(() => expect(exportFiles()).toEqual([]));
    expect(await query(app.site.db, sql`select 1 from data_exports where user_id = ${friend.id}`)).toEqual(
      [],
    );
  });

  it('reads a large amount of data in batches', async () => {
    const heavyPlayer = await app.player();
    await query(
      app.site.db,
      sql`insert into posts (user_id, text, created_at)
       select ${heavyPlayer.id}, 'Post ' || n || repeat(' <x>', 100), now() from generate_series(1, 1200) n`,
    );
    await query(
      app.site.db,
      sql`with thread as (
         insert into forum_threads (category_id, user_id, title, folded_title, created_at, updated_at)
         select (select min(id) from forum_categories), ${heavyPlayer.id}, 'Thread ' || n, 'thread ' || n, now(), now()
         from generate_series(1, 600) n returning id
       ), post as (
         insert into forum_posts (thread_id, user_id, position, body, created_at)
         select id, ${heavyPlayer.id}, place, 'Post', now() from thread cross join generate_series(1, 2) place
           returning id
       )
       insert into forum_likes (post_id, user_id, created_at) select id, ${heavyPlayer.id}, now() from post`,
    );
    await query(
      app.site.db,
      sql`insert into chat_messages (type, user_id, text, has_links, created_at)
       select case when n % 9 = 0 then 'bot' else 'user' end, ${heavyPlayer.id}, 'Message ' || n, false, now()
       from generate_series(1, 1200) n`,
    );
    const id = await insertPendingExport(heavyPlayer);
    const statements = await statementsOf(app, () => buildExport(app.site.db, app.site, id));
    const reads = (table: string) => {
      const text = new RegExp(`from "?${table}"?\\s+where user_id = \\$\\d and "?(post_)?id"? > \\$\\d`);
      return statements.filter((one) => text.test(one)).length;
    };
    const big = ['posts', 'forum_posts', 'forum_likes', 'chat_messages'];
    expect([...big.map(reads), reads('forum_threads')]).toEqual([3, 3, 3, 3, 2]);
    const response = await heavyPlayer.fetch((await stateOf(heavyPlayer)).url ?? '');
    const entries = await unpack(Buffer.from(await response.arrayBuffer()));
    for (const [name, count] of [
      ['posts', 1_200],
      ['forum-threads', 600],
      ['forum-posts', 1_200],
      ['forum-likes', 1_200],
      ['lobby-messages', 1_200],
    ] as const) {
      const ids = JSON.parse(entries.get(`${name}.json`) ?? '').map(({ id }: { id: number }) => id);
      expect([name, new Set(ids).size, ids.length]).toEqual([name, count, count]);
      expect(ids).toEqual(ids.toSorted((a: number, b: number) => a - b));
    }
  });
});
