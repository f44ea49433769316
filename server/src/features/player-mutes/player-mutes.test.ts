import type { Combat } from '@rivalhold/shared/contract/combat.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import {
  emitRaw,
  firstEvent,
  nextEvent,
  type TestPlayer,
  type TestSocket,
  useTestApp,
} from '../../testing/app.ts';
import { query, queryValue } from '../../testing/queries.ts';
import { collectAll, statusesOf } from '../../testing/statements.ts';
import {
  block,
  comment as commentOnProfile,
  commentsOf,
  notificationsOf,
  sendFriendRequest,
} from '../blocks/testing.ts';
import { historyOf, sendLobbyMessage } from '../chat/testing.ts';
import { insertClips } from '../clips/testing.ts';
import { resolvePassedDeadlines } from '../combat/deadlines.ts';
import { choose, exchangesOf, openFightOf } from '../combat/testing.ts';
import { history, list, recordEvents, sendDirectMessage, unread } from '../dms/testing.ts';
import { comment as commentOnPost, createPost } from '../feed/testing.ts';
import { createReply, createThread, firstCategoryId } from '../forum/testing.ts';
import { playerMutes } from './feature.ts';
import { mute, unmute } from './testing.ts';

const app = useTestApp();
let me: TestPlayer;
let muted: TestPlayer;
let bystander: TestPlayer;
let sockets: Record<'me' | 'muted' | 'bystander', TestSocket>;

beforeAll(async () => {
  [me, muted, bystander] = [await app.player('Muter'), await app.player('MutedOne'), await app.player()];
  sockets = { me: await me.socket(), muted: await muted.socket(), bystander: await bystander.socket() };
  expect((await mute(me, muted)).status).toBe(201);
});

const feedOf = async (player: TestPlayer) =>
  (await player.call('GET /api/feed', { query: { limit: 20 } })).body.items;
const threadsOf = async (player: TestPlayer) =>
  (await player.call('GET /api/forum-threads', { query: { page: 1 } })).body.threads.map(({ id }) => id);

/**
 * Return the events that `me` receives during `work`, as JSON. Events arrive in order, so once a later message from the
 * bystander arrives, all events of `work` have arrived.
 */
async function eventsDuring(work: () => Promise<unknown>): Promise<string> {
  const heard = recordEvents(sockets.me);
  await work();
  const marker = nextEvent(sockets.me, 'chat message');
  await sendLobbyMessage(sockets.bystander, 'Marker');
  await marker;
  return JSON.stringify(heard);
}

describe('muting a player', () => {
  it('hides the muted player’s Lobby messages only from the muting player', async () => {
    const events = await eventsDuring(() => sendLobbyMessage(sockets.muted, 'Can you hear me?'));
    expect(events).toContain('Marker');
    expect(events).not.toContain('Can you hear me?');
    const texts = async (socket: TestSocket) => (await historyOf(socket)).map(({ text }) => text);
    expect(await texts(sockets.me)).not.toContain('Can you hear me?');
    expect(await texts(sockets.bystander)).toContain('Can you hear me?');
    expect(await texts(sockets.muted)).toContain('Can you hear me?');
  });

  it('hides the muted player’s posts and comments in the feed', async () => {
    const before = await feedOf(me);
    const own = await createPost(me, 'My post');
    let post = 0;
    const events = await eventsDuring(async () => {
      post = await createPost(muted, 'A loud post');
      await commentOnPost(muted, own, 'A loud comment');
      await commentOnPost(bystander, own, 'A calm comment');
    });
    expect(events).not.toContain('A loud');
    const [first, ...rest] = await feedOf(me);
    expect(first?.comments.map(({ text }) => text)).toEqual(['A calm comment']);
    expect(rest).toEqual(before);
    expect((await feedOf(bystander)).map(({ id }) => id)).toContain(post);
    const { body } = await me.call('GET /api/feed/{id}/comments', { params: { id: own } });
    expect(body.comments.map(({ text }) => text)).toEqual(['A calm comment']);
  });

  it('hides the muted player’s threads and replies in the forum', async () => {
    const category = await firstCategoryId(bystander);
    const thread = (await createThread(bystander, category, { title: 'A calm thread' })).id;
    const loud = (await createThread(muted, category, { title: 'A loud thread' })).id;
    await createReply(muted, thread, 'A loud reply');
    expect(await threadsOf(bystander)).toEqual(expect.arrayContaining([thread, loud]));
    expect(await threadsOf(me)).toContain(thread);
    expect(await threadsOf(me)).not.toContain(loud);
    const { body } = await me.call('GET /api/forum-threads/{id}', { params: { id: thread } });
    expect(body.posts.map(({ author }) => author.id)).toEqual([bystander.id]);
  });

  it('hides the muted player’s clips and profile comments', async () => {
    await commentOnProfile(muted, me);
    await insertClips(app, [{ userId: muted.id, endsInMs: 3_600_000 }]);
    expect((await commentsOf(me, me)).body.comments).toEqual([]);
    expect((await commentsOf(muted, me)).body.comments).toHaveLength(1);
    const clipsOf = async (player: TestPlayer) =>
      JSON.stringify((await player.call('GET /api/clips/feed')).body);
    expect(await clipsOf(me)).not.toContain(muted.username);
    expect(await clipsOf(bystander)).toContain(muted.username);
  });

  it('delivers the muted player’s messages without a notification', async () => {
    const heard = recordEvents(sockets.me, 'private message', 'notify:new', 'typing');
    await emitRaw(sockets.muted, 'typing', { fromUserId: muted.id, toUserId: me.id });
    const ack = await sendDirectMessage(sockets.muted, muted, me, 'Hello?');
    await sendDirectMessage(sockets.bystander, bystander, me, 'Hello');
    await expect.poll(() => heard.filter(({ event }) => event === 'notify:new')).toHaveLength(1);
    expect(ack.message).not.toHaveProperty('muted');
    expect(heard.filter(({ event }) => event === 'typing')).toEqual([]);
    const messages = heard.filter(({ event }) => event === 'private message').map(({ payload }) => payload);
    expect(messages).toMatchObject([{ text: 'Hello?', muted: true }, { text: 'Hello' }]);
    expect(messages[1]).not.toHaveProperty('muted');
    expect(await unread(me)).toBe(1);
    const conversations = (await list(me)).body;
    expect(
      conversations.map(({ otherUser, muted: is, unreadCount }) => [otherUser.id, is, unreadCount]),
    ).toEqual([
      [bystander.id, false, 1],
      [muted.id, true, 0],
    ]);
    expect((await history(me, muted)).items.map(({ text }) => text)).toEqual(['Hello?']);
    // For the muted player, the conversation is not marked as muted.
    expect((await list(muted)).body[0]).toMatchObject({ muted: false });
  });

  it('suppresses fight events and notifications from the muted player', async () => {
    const notifiers = async () => (await notificationsOf(me)).map(({ data }) => data.actorId);
    await sendFriendRequest(muted, me);
    await commentOnProfile(muted, me);
    await createPost(muted, 'Look, @Muter!');
    const heard = recordEvents(sockets.me, 'fightRequested', 'fightResumed', 'notify:new');
    const { body: fight } = await openFightOf(muted, me);
    await emitRaw(sockets.muted, 'startFight', {
      attackerId: muted.id,
      defenderId: me.id,
      fightId: fight.id,
    });
    await sendFriendRequest(bystander, me);
    await expect.poll(() => heard.length).toBeGreaterThan(0);
    expect(heard.map(({ event }) => event)).toEqual(['notify:new']);
    expect(await notifiers()).not.toContain(muted.id);
    expect((await me.call('GET /api/friend-requests')).body.map(({ Sender }) => Sender.id)).toEqual([
      bystander.id,
    ]);
    // The open fight is listed, but it is not marked as new, and the player is not asked to answer.
    expect((await me.call('GET /api/combat/open')).body).toMatchObject([
      { opponent: { id: muted.id }, unseen: false, challengeExpiresAt: null },
    ]);
  });

  it('makes a challenge by the muted player look unanswered to that player', async () => {
    const challengeOf = async (isMuted: boolean) => {
      const [challenger, opponent] = [await app.player(), await app.player()];
      if (isMuted) await mute(opponent, challenger);
      const [socket] = [await challenger.socket(), await opponent.socket()];
      const events = recordEvents(socket, 'combatStateUpdate', 'combatLogAppend', 'joinedCombat');
      const { body: opened } = await openFightOf(challenger, opponent);
      const [open] = (await challenger.call('GET /api/combat/open')).body;
      const ids = { attackerId: challenger.id, defenderId: opponent.id, fightId: opened.id };
      const ack = await emitRaw(socket, 'startFight', ids);
      const { body: chosen } = await choose(challenger, opponent, 'guard');
      app.clock.advance(LIMITS.combat.challengeMs - 1);
      await resolvePassedDeadlines(app.site.db, app.site);
      const waited = await exchangesOf(app, opened.id);
      app.clock.advance(1);
      await resolvePassedDeadlines(app.site.db, app.site);
      // Wait until the node has sent the log of the revealed exchange, and then the new state.
      const last = () => events.slice(-2).map(({ event }) => event);
      await expect.poll(last).toEqual(['combatLogAppend', 'combatStateUpdate']);
      const shown = ({ isChallengePending, sides, deadlineAt, createdAt }: Combat) => ({
        ...{ isChallengePending, sides },
        waitMs: deadlineAt && Date.parse(deadlineAt) - Date.parse(createdAt),
      });
      return {
        ...{ ack, waited, sealed: chosen.sealed },
        ...{ opened: shown(opened), chosen: shown(chosen.combat) },
        challengeMs: Date.parse(open!.challengeExpiresAt!) - Date.parse(opened.createdAt),
        events: events.map(({ event }) => event),
        exchanges: await exchangesOf(app, opened.id),
      };
    };
    const unanswered = await challengeOf(false);
    expect(unanswered).toMatchObject({
      opened: { isChallengePending: true },
      waited: 0,
      sealed: true,
      exchanges: 1,
    });
    expect(await challengeOf(true)).toEqual(unanswered);
  });

  it('changes nothing that the muted player can see', async () => {
    const { body: profile } = await muted.call('GET /api/profiles/{id}', { params: { id: me.id } });
    expect(profile.refusals).toEqual({ messages: null, challenges: null, comments: null });
    expect((await muted.call('GET /api/player-mutes')).body).toEqual([]);
    expect((await me.call('GET /api/player-mutes')).body.map(({ id }) => id)).toEqual([muted.id]);
    expect((await history(muted, me)).canWrite).toBe(true);
    const socket = await muted.socket();
    expect(await firstEvent(socket, 'online users')).toContain(me.id);
    // A muted player still sees the content of the player who muted them.
    expect((await feedOf(muted)).map(({ author }) => author.id)).toContain(me.id);
  });

  it('deletes earlier unread notifications from the muted player', async () => {
    const [one, other] = [await app.player(), await app.player()];
    const otherSocket = await other.socket();
    await sendDirectMessage(otherSocket, other, one, 'Before');
    expect(await notificationsOf(one)).toHaveLength(1);
    await mute(one, other);
    expect(await notificationsOf(one)).toHaveLength(0);
    expect(await unread(one)).toBe(0);
    const post = await createPost(other, 'While muted');
    await unmute(one, other);
    expect(await unread(one)).toBe(1);
    expect((await feedOf(one)).map(({ id }) => id)).toContain(post);
    await sendDirectMessage(otherSocket, other, one, 'After');
    expect(await notificationsOf(one)).toHaveLength(1);
  });

  it('still lists a muted player who blocks the muting player, but hides their new name and avatar', async () => {
    const [one, other] = [await app.player(), await app.player()];
    await mute(one, other);
    await block(other, one);
    await other.call('PATCH /api/profiles/profile', { body: { username: `${other.username}.new` } });
    await query(app.site.db, sql`update users set avatar_url = '/media/avatars/new' where id = ${other.id}`);
    const known = { id: other.id, username: other.username };
    expect((await one.call('GET /api/player-mutes')).body).toMatchObject([{ ...known, avatarUrl: null }]);
    const exported = playerMutes.personalData?.sections?.(app.site.db, one.id)['player-mutes'];
    expect(await collectAll(exported)).toMatchObject([known]);
  });

  it('has no effect the second time', async () => {
    const [one, other] = [await app.player(), await app.player()];
    const answers = await Promise.all(Array.from({ length: 5 }, () => mute(one, other)));
    expect(statusesOf(answers)).toEqual(new Set([201]));
    expect((await one.call('GET /api/player-mutes')).body).toHaveLength(1);
    expect((await mute(one, one)).status).toBe(400);
    expect((await mute(one, { id: 999_999 })).status).toBe(404);
    expect((await unmute(one, { id: 999_999 })).status).toBe(200);
  });

  it('is limited to 1,000 players', async () => {
    const one = await app.player();
    await query(
      app.site.db,
      sql`with added as (
            insert into users (username, email, search_text, first_name, last_name, password_hash, consent_at, created_at)
            select 'mutee' || n, 'mutee' || n || '@example.org', 'mutee' || n, 'A', 'B', '', now(), now()
            from generate_series(1, ${LIMITS.blocks}) n returning id
          )
          insert into player_mutes (muter_id, muted_id, created_at) select ${one.id}, id, now() from added`,
    );
    expect((await mute(one, muted)).status).toBe(409);
    const count = sql`select count(*)::integer from player_mutes where muter_id = ${one.id}`;
    expect(await queryValue<number>(app.site.db, count)).toBe(LIMITS.blocks);
  });
});
