import { beforeAll, describe, expect, it } from 'vitest';
import { waitFor } from '../../../../scripts/testing/wait-for.ts';
import { sql, transaction } from '../../platform/db/db.ts';
import { PASSWORD, signUpBody, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { failAfterStatement } from '../../testing/statements.ts';
import { setRole } from '../accounts/service.ts';
import { listFiles } from '../attachments/testing.ts';
import { sendFriendRequest } from '../blocks/testing.ts';
import { verifyLedger } from '../coins/service.ts';
import { prepareFightErasure } from '../combat/personal-data.ts';
import { checkFights, fightToEnd, openFightOf, setCharacter } from '../combat/testing.ts';
import { history, sendDirectMessage } from '../dms/testing.ts';
import { counterErrors } from '../forum/testing.ts';
import { addPhoto } from '../photos/testing.ts';
import { erase, resumeErasures } from './service.ts';
import { createFullHistory, deleteWithoutJob, findText, likeCounterErrors, rowsOfPlayer } from './testing.ts';

const app = useTestApp();
let friend: TestPlayer;
beforeAll(async () => {
  friend = await app.player('Left.Behind');
});

const deleteOwnAccount = (player: TestPlayer, password = PASSWORD) =>
  player.call('DELETE /api/users/me', { body: { password } });
const deletionOf = async ({ id }: { id: number }) =>
  (
    await query<{ pass: number; step: string | null }>(
      app.site.db,
      sql`select * from account_deletions where user_id = ${id}`,
    )
  )[0];
const isErased = (player: TestPlayer, pass = 2) =>
  waitFor(async () => expect(await deletionOf(player)).toMatchObject({ pass, step: null }));

describe('deleting an account', () => {
  it('requires the password, and is rejected for the last admin', async () => {
    const player = await app.player('Once.Only');
    const { status, body } = await deleteOwnAccount(player, 'a guess');
    expect([status, body.errors]).toEqual([400, { password: 'That’s not your password' }]);
    expect((await player.call('DELETE /api/users/me', { body: {} })).status).toBe(400);
    await setRole(app.site.db, app.site, { username: 'Once.Only', role: 'admin' });
    expect((await deleteOwnAccount(player)).status).toBe(409);
    await setRole(app.site.db, app.site, { username: (await app.player()).username, role: 'admin' });
    const twice = await Promise.all([deleteOwnAccount(player), deleteOwnAccount(player)]);
    expect(twice.map((answer) => answer.status).sort()).toEqual([200, expect.toBeOneOf([400, 401])]);
    expect(player.cookies.has('rivalhold_session')).toBe(false);
  });

  it('immediately disconnects sockets, prevents sign-in and ends open fights', async () => {
    const player = await app.player('Gone.Now');
    const second = app.browser();
    expect((await second.signIn('Gone.Now')).status).toBe(200);
    const socket = await player.socket();
    const cut = new Promise((resolve) => socket.once('disconnect', resolve));
    const { body: fight } = await openFightOf(player, friend);
    expect((await deleteOwnAccount(player)).status).toBe(200);
    await cut;
    expect((await second.call('GET /api/profiles')).status).toBe(401);
    expect((await app.browser().signIn('Gone.Now')).status).toBe(401);
    const record = await friend.call('GET /api/combat/fights/{id}', { params: { id: fight.id } });
    expect(record.body).toMatchObject({ winnerId: friend.id, rewards: { xp: 0, coins: 0 } });

    const { status, body } = await app.browser().call('POST /api/users', {
      body: { ...signUpBody('gone.now'), email: 'another@test.invalid' },
    });
    expect([status, body.errors]).toEqual([409, { username: 'This username is taken' }]);
    // Unlike the username, the email address becomes available again, so that its owner can sign up again.
    const again = { ...signUpBody('Back.Again'), email: 'gone.now@test.invalid' };
    expect((await app.browser().call('POST /api/users', { body: again })).status).toBe(201);
  });

  it('hides the player from others', async () => {
    const player = await app.player('Not.There');
    const id = player.id;
    const inSocket = await friend.socket();
    await deleteOwnAccount(player);
    const of = { params: { id, userId: id } };
    for (const call of [
      friend.call('GET /api/profiles/{id}', of),
      friend.call('GET /api/profiles/{id}/status/comments', of),
      friend.call('GET /api/profiles/username/{username}', { params: { username: 'Not.There' } }),
      friend.call('GET /api/profiles/username/{username}', { params: { username: 'Deleted player' } }),
      friend.call('GET /api/game/{userId}', of),
      friend.call('GET /api/inventory/{id}', of),
      friend.call('GET /api/photos/user/{userId}', of),
      friend.call('POST /api/blocks/{userId}', of),
    ])
      expect((await call).status).toBe(404);
    for (const call of [
      sendFriendRequest(friend, player),
      openFightOf(friend, player),
      friend.call('POST /api/profiles/{id}/status/comments', { ...of, body: { body: 'Hello?' } }),
    ])
      expect((await call).status).toBe(403);
    expect(await sendDirectMessage(inSocket, friend, player, 'Hello?')).toMatchObject({
      ok: false,
      code: 'forbidden',
    });
    const lists = async () =>
      JSON.stringify(
        await Promise.all([
          friend.call('GET /api/profiles'),
          friend.call('GET /api/profiles', { query: { search: 'not.t' } }),
          friend.call('GET /api/leaderboard'),
          friend.call('GET /api/dashboard'),
        ]),
      );
    expect(await lists()).not.toMatch(/Not\.There/);
    // The erasure job deletes the activity later.
    await waitFor(async () => expect(await lists()).not.toMatch(/Deleted player/));
  });
});

describe('erasing an account', () => {
  it('keeps published content under the name “Deleted player”', async () => {
    const player = await app.player('Much.Loved');
    const before = listFiles(app).length;
    const left = await createFullHistory(app, player, friend);
    const kept = 5; // The friend's photo is stored in three sizes, and the friend's clip in two files.
    expect(listFiles(app).length).toBeGreaterThan(before + kept);
    expect(Object.keys(await rowsOfPlayer(app, player)).length).toBeGreaterThan(14);
    await deleteOwnAccount(player);
    await isErased(player);

    expect(await rowsOfPlayer(app, player)).toEqual({});
    await waitFor(() => expect(listFiles(app)).toHaveLength(before + kept));
    expect(await findText(app, 'Much.Loved')).toEqual(['posts.text']);
    for (const received of ['much.loved@test.invalid', 'The old mill', 'Still here'])
      expect(await findText(app, received)).toEqual([]);
    expect(await likeCounterErrors(app)).toEqual([]);
    expect(await counterErrors(app.site.db)).toEqual([]);

    const gone = { id: player.id, username: 'Deleted player', avatarUrl: null };
    const post = await friend.call('GET /api/feed/{id}', { params: { id: left.post.id } });
    expect(post.body.post).toMatchObject({ text: 'I was here', author: { ...gone, level: 1 } });
    const comments = await friend.call('GET /api/feed/{id}/comments', { params: { id: left.other.id } });
    expect(comments.body.comments).toMatchObject([{ text: 'Well said', author: gone }]);
    expect((await friend.call('GET /api/feed/{id}', { params: { id: left.other.id } })).body.post.likes).toBe(
      0,
    );
    const talk = await history(friend, player);
    expect(talk).toMatchObject({ canWrite: false, otherUser: gone });
    expect(talk.items).toMatchObject([
      { text: 'For you', Sender: gone, attachments: [{ expired: true, url: '' }] },
    ]);
    const file = await friend.fetch(`/media/attachments/${left.attachmentId}`);
    expect(file.status).toBe(404);
    expect((await friend.call('GET /api/friendships')).body).toEqual([]);
  });

  it('keeps the ledger and the fights consistent', async () => {
    expect((await verifyLedger(app.site.db)).differences).toEqual([]);
    expect((await checkFights(app)).fights).toBeGreaterThan(2);
  });

  it('finishes even if the server crashes after any statement', async () => {
    const player = await app.player('Hard.To.Kill');
    await createFullHistory(app, player, friend);
    await deleteWithoutJob(app, player);
    expect(await deletionOf(player)).toMatchObject({ pass: 1, step: null });
    // For each step, let the erasure fail after the second statement, then after the third, and so on until the step
    // succeeds. Do not start with the first statement, because a failed lookup of open payments does not stop the
    // erasure.
    const crashes: (string | null)[] = [];
    for (let n = 2; ; n++) {
      const { step } = (await deletionOf(player)) ?? { step: null };
      if (!(await failAfterStatement(app, n, () => erase(app.site, player.id)))) break;
      crashes.push(step);
      expect(await likeCounterErrors(app)).toEqual([]);
      if ((await deletionOf(player))?.step !== step) n = 1;
    }
    expect([crashes.length > 40, new Set(crashes).size > 11]).toEqual([true, true]);
    await isErased(player);
    expect(await rowsOfPlayer(app, player)).toEqual({});
    expect(await findText(app, 'Hard.To.Kill')).toEqual(['posts.text']);
    expect(await counterErrors(app.site.db)).toEqual([]);
    expect((await verifyLedger(app.site.db)).differences).toEqual([]);
  });

  it('anonymizes a fight if both players delete their accounts concurrently', async () => {
    const both = [await app.player('Left.Hand'), await app.player('Right.Hand')] as const;
    for (const [one, other] of [both, [both[1], both[0]]] as const) {
      await setCharacter(app, one, { attack: 500, energy: 100, health: 100 });
      await openFightOf(one, other);
      await fightToEnd(app, one, other);
    }
    for (const player of both) await deleteWithoutJob(app, player);
    // Both erasures read the fights before either of them writes.
    const writers = await Promise.all(both.map(({ id }) => prepareFightErasure(app.site, id, 0)));
    const ends = [];
    for (const write of writers) ends.push(await transaction(app.site.db, (tx) => write(tx)));
    expect(ends).toEqual([expect.any(Number), 0]);
    await Promise.all(both.map(({ id }) => erase(app.site, id)));
    for (const name of ['Left.Hand', 'Right.Hand']) expect(await findText(app, name)).toEqual([]);
    expect((await checkFights(app)).fights).toBeGreaterThan(1);
  });

  it('runs a second pass to erase data of requests that were in flight', async () => {
    const player = await app.player();
    await deleteWithoutJob(app, player);
    await resumeErasures(app.site);
    await isErased(player);
    await resumeErasures(app.site);
    // Simulate an upload that finished after the deletion of the account.
    const [{ id = 0 } = {}] = await query<{ id: number }>(
      app.site.db,
      sql`update photos set user_id = ${player.id} where id = ${(await addPhoto(friend)).id} returning id`,
    );
    app.clock.advance(16 * 60_000);
    await resumeErasures(app.site);
    await waitFor(async () =>
      expect(await deletionOf(player)).toMatchObject({ finished_at: expect.any(Date) }),
    );
    expect(await query(app.site.db, sql`select 1 from photos where id = ${id}`)).toEqual([]);
  });
});

describe('open payments of a deleted account', () => {
  it('are cancelled if they are unpaid, and completed if they are paid', async () => {
    const [paid, open_] = [await app.player(), await app.player()];
    const payments = () =>
      query<{ user_id: number; status: string }>(
        app.site.db,
        sql`select user_id, status from payments order by id`,
      );
    for (const player of [paid, open_])
      expect(
        (await player.call('POST /api/checkout/create-session', { body: { packId: 'small' } })).status,
      ).toBe(200);
    await query(
      app.site.db,
      sql`update sandbox_sessions set state = 'paid' where id =
      (select session_id from payments where user_id = ${paid.id})`,
    );
    await Promise.all([deleteOwnAccount(paid), deleteOwnAccount(open_)]);
    await Promise.all([isErased(paid), isErased(open_)]);
    expect(await payments()).toEqual([
      { user_id: paid.id, status: 'paid' },
      { user_id: open_.id, status: 'cancelled' },
    ]);
    expect((await verifyLedger(app.site.db)).differences).toEqual([]);
  });
});
