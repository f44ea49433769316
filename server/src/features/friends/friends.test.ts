import { LIMITS } from '@rivalhold/shared/limits.ts';
import { FRIEND_TEXTS } from '@rivalhold/shared/texts/friends.ts';
import { describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { nextEvent, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { query, queryValues } from '../../testing/queries.ts';

const app = useTestApp();

const sendRequest = (player: TestPlayer, userId: number) =>
  player.call('POST /api/friend-requests/{userId}', { params: { userId } });
const state = async (player: TestPlayer) => ({
  friends: (await player.call('GET /api/friendships')).body.map((friend) => friend.id),
  incoming: (await player.call('GET /api/friend-requests')).body,
  outgoing: (await player.call('GET /api/friend-requests/outgoing')).body.map(
    (request) => request.receiverId,
  ),
});
const pair = async () => [await app.player(), await app.player()] as const;

describe('friend relations', () => {
  it('an accepted request becomes a friendship', async () => {
    const [one, other] = await pair();
    expect((await sendRequest(one, other.id)).status).toBe(201);
    expect(await state(one)).toMatchObject({ friends: [], outgoing: [other.id] });
    const { incoming } = await state(other);
    expect(incoming).toMatchObject([{ Sender: { id: one.id, username: one.username } }]);
    const accepted = await other.call('PATCH /api/friend-requests/{id}/accept', {
      params: { id: incoming[0]?.id ?? 0 },
    });
    expect(accepted.status).toBe(200);
    for (const [player, friend] of [
      [one, other],
      [other, one],
    ] as const) {
      expect(await state(player)).toEqual({ friends: [friend.id], incoming: [], outgoing: [] });
      const { body } = await player.call('GET /api/activity');
      expect(body.items.find((item) => item.type === 'NEW_FRIEND')?.actor?.id).toBe(friend.id);
    }
  });

  it('requests can be declined and cancelled, and friends can be removed', async () => {
    const [one, other] = await pair();
    await sendRequest(one, other.id);
    const [request] = (await state(other)).incoming;
    await other.call('PATCH /api/friend-requests/{id}/decline', { params: { id: request?.id ?? 0 } });
    expect(await state(one)).toEqual({ friends: [], incoming: [], outgoing: [] });
    await sendRequest(one, other.id);
    await one.call('DELETE /api/friend-requests/{userId}/cancel', { params: { userId: other.id } });
    expect((await state(other)).incoming).toEqual([]);
    await sendRequest(one, other.id);
    expect((await sendRequest(other, one.id)).body.friends).toBe(true);
    expect((await one.call('DELETE /api/friendships/{id}', { params: { id: other.id } })).status).toBe(200);
    expect(await state(other)).toEqual({ friends: [], incoming: [], outgoing: [] });
    expect((await one.call('DELETE /api/friendships/{id}', { params: { id: other.id } })).status).toBe(404);
  });

  it('concurrent requests create at most one friendship', async () => {
    for (let round = 0; round < 10; round++) {
      const [one, other] = await pair();
      const answers = await Promise.all([sendRequest(one, other.id), sendRequest(other, one.id)]);
      expect(answers.map(({ status }) => status)).toEqual([201, 201]);
      expect(await state(one)).toEqual({ friends: [other.id], incoming: [], outgoing: [] });
      expect(await state(other)).toEqual({ friends: [one.id], incoming: [], outgoing: [] });
    }
    const [one, other] = await pair();
    await sendRequest(one, other.id);
    const id = (await state(other)).incoming[0]?.id ?? 0;
    const both = await Promise.all([
      other.call('PATCH /api/friend-requests/{id}/accept', { params: { id } }),
      one.call('DELETE /api/friend-requests/{userId}/cancel', { params: { userId: other.id } }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await state(one)).friends).toEqual((await state(other)).friends.length ? [other.id] : []);
  });

  it('both players receive an event for every change to their requests or friendship', async () => {
    const [one, other] = await pair();
    const [here, there] = [await one.socket(), await other.socket()];
    const incoming = async () => (await other.call('GET /api/friend-requests')).body[0]?.id ?? 0;
    const answer = async (act: 'accept' | 'decline') =>
      other.call(`PATCH /api/friend-requests/{id}/${act}`, { params: { id: await incoming() } });
    const transitions = [
      () => sendRequest(one, other.id),
      () => one.call('DELETE /api/friend-requests/{userId}/cancel', { params: { userId: other.id } }),
      () => sendRequest(one, other.id),
      () => answer('decline'),
      () => sendRequest(one, other.id),
      () => answer('accept'),
      () => other.call('DELETE /api/friendships/{id}', { params: { id: one.id } }),
      () => sendRequest(one, other.id),
      () => sendRequest(other, one.id),
    ];
    for (const change of transitions) {
      const received = Promise.all([nextEvent(here, 'friends:changed'), nextEvent(there, 'friends:changed')]);
      expect((await change()).status).toBeLessThan(300);
      expect(await received).toEqual([{ userId: other.id }, { userId: one.id }]);
    }
    const refused = nextEvent(here, 'friends:changed');
    await sendRequest(one, other.id);
    await one.call('DELETE /api/friendships/{id}', { params: { id: other.id } });
    expect(await refused).toEqual({ userId: other.id });
  });

  it('invalid requests are rejected, and a request can be answered only by its receiver', async () => {
    const [one, other] = await pair();
    const stranger = await app.player();
    expect((await sendRequest(one, one.id)).status).toBe(400);
    expect((await sendRequest(one, 9_999_999)).status).toBe(403);
    await sendRequest(one, other.id);
    expect((await sendRequest(one, other.id)).status).toBe(409);
    const id = (await state(other)).incoming[0]?.id ?? 0;
    for (const act of ['accept', 'decline'] as const)
      for (const player of [one, stranger])
        expect((await player.call(`PATCH /api/friend-requests/{id}/${act}`, { params: { id } })).status).toBe(
          404,
        );
    expect(
      (await stranger.call('DELETE /api/friend-requests/{userId}/cancel', { params: { userId: other.id } }))
        .status,
    ).toBe(404);
    expect((await state(other)).incoming).toHaveLength(1);
  });

  it('players can have at most a thousand friends', async () => {
    const [full, other] = await pair();
    const crowd = await queryValues<number>(
      app.site.db,
      sql`insert into users (username, email, search_text, first_name, last_name, password_hash, consent_at, created_at)
       select 'crowd_' || n, n || '@crowd.invalid', '', 'A', 'B', '', ${app.clock.now()}::timestamptz,
         ${app.clock.now()}::timestamptz
       from generate_series(1, ${LIMITS.friends}::integer) n returning id`,
    );
    await sendRequest(full, other.id);
    const befriend = (ids: number[]) =>
      query(
        app.site.db,
        sql`insert into friendships (user_id, friend_id, created_at)
         select ${full.id}, id, ${app.clock.now()}::timestamptz from unnest(${ids}::bigint[]) id`,
      );
    await befriend(crowd);
    const accept = async () => {
      const id = (await state(other)).incoming[0]?.id ?? 0;
      return other.call('PATCH /api/friend-requests/{id}/accept', { params: { id } });
    };
    const refused = await accept();
    expect([refused.status, refused.body.message]).toEqual([409, FRIEND_TEXTS.theirsFull]);
    await query(app.site.db, sql`delete from friendships where friend_id = ${crowd[0]}`);
    expect((await accept()).status).toBe(200);
    const third = await app.player();
    await sendRequest(third, full.id);
    const own = await sendRequest(full, third.id);
    expect([own.status, own.body.message]).toEqual([409, FRIEND_TEXTS.full]);

    await query(
      app.site.db,
      sql`insert into friend_requests (sender_id, receiver_id, created_at)
       select ${third.id}, id, ${app.clock.now()}::timestamptz from unnest(${crowd.slice(1)}::bigint[]) id`,
    );
    const [fourth] = await pair();
    const waiting = await sendRequest(third, fourth.id);
    expect([waiting.status, waiting.body.message]).toEqual([409, FRIEND_TEXTS.requestsFull]);
  });
});
