import { ERROR_STATUSES } from '@rivalhold/shared/contract/errors.ts';
import { REWARD_NUMBERS } from '@rivalhold/shared/fights/rewards.ts';
import { NEW_ACCOUNT_ERRORS } from '@rivalhold/shared/texts/new-accounts.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { settledSql } from '../../platform/security/settled-accounts.ts';
import {
  atUrl,
  createTestApp,
  PASSWORD,
  signUp,
  type TestApp,
  type TestPlayer,
  type TestSocket,
} from '../../testing/app.ts';
import { query, queryOne, queryValue, queryValues } from '../../testing/queries.ts';
import { insertPlayersSql } from '../../testing/statements.ts';
import { finishFight } from '../combat/testing.ts';
import { list, sendDirectMessage, unread } from '../dms/testing.ts';
import { comment, post } from '../feed/testing.ts';
import { addPhoto } from '../photos/testing.ts';
import { purgeActions } from './queries.ts';

const HOUR = 3_600_000;
const LINK = 'Free coins at https://spam.example/now';
const env = { RATE_LIMITS: 'on', TRUST_PROXY: '1', SIGN_UPS_PER_HOUR: '1000' };
/** With SMTP_URL, players must confirm their email addresses. The emails are never sent. */
const mailing = { ...env, SMTP_URL: 'smtp://127.0.0.1:1' };

let app: TestApp;
let other: TestApp;
/** The ids of 80 other players. */
let strangers: number[];
let spammer: TestPlayer;

async function crowdOf(site: TestApp): Promise<number[]> {
  for (const statement of insertPlayersSql(80)) await query(site.site.db, statement);
  return queryValues<number>(
    site.site.db,
    sql`select id from users where username like 'crowd%' order by id`,
  );
}

const players: TestPlayer[] = [];
/** Sign up a player from a network that no other player uses. */
const newPlayer = async (): Promise<TestPlayer> => {
  const player = await signUp(app.url, undefined, { 'x-forwarded-for': `10.0.${players.length}.1` });
  players.push(player);
  return player;
};

beforeAll(async () => {
  app = await createTestApp({ env: mailing });
  other = process.env.TEST_REDIS_URL ? await createTestApp({ sharedWith: app, env: mailing }) : app;
  strangers = await crowdOf(app);
});
afterAll(async () => {
  for (const player of players) player.closeSockets();
  if (other !== app) await other.close();
  await app.close();
});
beforeEach(async () => {
  spammer = await newPlayer();
});

const standingOf = async ({ site }: TestApp, { id }: TestPlayer) => {
  const statement = sql`select ${settledSql(site, sql`u`)} from users u where u.id = ${id}`;
  return (await queryValue<boolean>(site.db, statement)) ? 'settled' : 'new';
};
const confirm = (player: TestPlayer) =>
  query(app.site.db, sql`update users set email_verified_at = ${app.clock.now()} where id = ${player.id}`);
const befriend = (player: TestPlayer, id: number) =>
  query(
    app.site.db,
    sql`insert into friendships (user_id, friend_id, created_at)
        values (${player.id}, ${id}, ${app.clock.now()}), (${id}, ${player.id}, ${app.clock.now()})`,
  );
const countOf = (action: string) =>
  queryValue<number>(
    app.site.db,
    sql`select coalesce(sum(cardinality(times)), 0)::integer from new_account_actions
        where user_id = ${spammer.id} and action = ${action}`,
  );
const categoryId = () =>
  queryValue<number>(app.site.db, sql`select id from forum_categories order by id limit 1`);
/** Return how many responses are successful, and the distinct error messages of the others. */
const outcome = (all: { status: number; body: { code?: string; message?: string } }[]) => ({
  done: all.filter(({ status }) => status < 300).length,
  errors: [...new Set(all.filter(({ status }) => status >= 300).map(({ body }) => body.message))],
});
const friendRequest = (player: TestPlayer, userId: number) =>
  player.call('POST /api/friend-requests/{userId}', { params: { userId } });
const fight = (player: TestPlayer, opponentId: number) =>
  player.call('GET /api/combat/{userId}', { params: { userId: player.id }, query: { opponentId } });
/** End a fight, so that the player can start another one. */
const concedeFight = (player: TestPlayer, id: number) =>
  player.call('POST /api/combat/fights/{id}/concede', { params: { id } });
/** Let a player win a fight, and return the coins that the win pays. */
const coinsForWin = async (player: TestPlayer, loser: TestPlayer) => {
  const fightId = await finishFight(app, player, loser);
  return queryValue<number>(app.site.db, sql`select reward_coins from fights where id = ${fightId}`);
};
const write = (socket: TestSocket, id: number, text = LINK) =>
  sendDirectMessage(socket, spammer, { id }, text);

describe('a new account that sends links to many strangers', () => {
  it('reaches only 10 strangers, even from two tabs', async () => {
    const tabs = [await spammer.socket(), await spammer.socket()] as const;
    const acks = await Promise.all(strangers.slice(0, 36).map((id, n) => write(tabs[n % 2 ? 1 : 0], id)));
    expect(acks.filter(({ ok }) => ok)).toHaveLength(10);
    const refused = acks.filter(({ ok }) => !ok);
    expect([...new Set(refused.map(({ code }) => code))]).toEqual(['newAccountLimit']);
    expect(refused[0]).toMatchObject({ message: NEW_ACCOUNT_ERRORS.conversations, retryAfter: 86_400 });
    expect(
      await queryOne(
        app.site.db,
        sql`select count(distinct m.conversation_id)::integer as conversations, count(*)::integer as messages,
              (select count(*)::integer from conversation_members where other_id = ${spammer.id} and is_request)
                as requests
            from messages m where sender_id = ${spammer.id}`,
      ),
    ).toEqual({ conversations: 10, messages: 10, requests: 10 });
    expect(await countOf('conversations')).toBe(10);
  });

  it('reaches only 10 strangers, even through two nodes', async () => {
    const sockets = [await spammer.socket(), await atUrl(other, spammer).socket()] as const;
    const acks = await Promise.all(strangers.slice(0, 30).map((id, n) => write(sockets[n % 2 ? 1 : 0], id)));
    expect(acks.filter(({ ok }) => ok)).toHaveLength(10);
  });

  it('can reply to strangers and keep writing to players that it has reached', async () => {
    const socket = await spammer.socket();
    const reached = strangers.slice(0, 10);
    for (const id of reached) expect((await write(socket, id)).ok).toBe(true);
    const [first = 0] = reached;
    expect((await write(socket, first, 'And another one')).ok).toBe(true);
    const stranger = await newPlayer();
    await sendDirectMessage(await stranger.socket(), stranger, spammer, 'Hello, newcomer');
    expect((await write(socket, stranger.id)).ok).toBe(true);
    const friend = strangers[40] ?? 0;
    await befriend(spammer, friend);
    expect((await write(socket, friend)).ok).toBe(true);
    expect(await countOf('conversations')).toBe(10);
  });

  it('can retry a message without sending it twice or opening a second conversation', async () => {
    const socket = await spammer.socket();
    const send = () =>
      sendDirectMessage(socket, spammer, { id: strangers[0] ?? 0 }, LINK, { clientTempId: 'once' });
    const acks = await Promise.all([send(), send(), send()]);
    expect(new Set(acks.map(({ message }) => message.id)).size).toBe(1);
    expect(await countOf('conversations')).toBe(1);
  });
});

describe('the mentions by a new account', () => {
  it('notify friends without limit, but at most 20 strangers a day', async () => {
    const names = await queryValues<string>(
      app.site.db,
      sql`select username from users where id = any (${strangers.slice(0, 41)}::bigint[]) order by id`,
    );
    const mention = (from: number, to: number) =>
      post(
        spammer,
        names
          .slice(from, to)
          .map((name) => `@${name}`)
          .join(' '),
      );
    const notified = () =>
      queryValue<number>(
        app.site.db,
        sql`select count(distinct user_id)::integer from notifications where actor_id = ${spammer.id}`,
      );
    const posted = await Promise.all([0, 8, 16, 24].map((from) => mention(from, from + 8)));
    expect(posted.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(await notified()).toBe(20);
    await befriend(spammer, strangers[40] ?? 0);
    const socket = await spammer.socket();
    await socket.emitWithAck('chat message', { text: `@${names[39]} @${names[40]}` });
    expect(await notified()).toBe(21);
    await confirm(spammer);
    app.clock.advance(24 * HOUR);
    await mention(32, 39);
    expect(await notified()).toBe(28);
  });
});

describe('the daily limits of a new account', () => {
  it('allow 30 friend requests', async () => {
    const all = await Promise.all(strangers.slice(0, 40).map((id) => friendRequest(spammer, id)));
    expect(outcome(all)).toEqual({ done: 30, errors: [NEW_ACCOUNT_ERRORS.friendRequests] });
    const refused = all.find(({ status }) => status >= 300);
    expect(refused?.status).toBe(ERROR_STATUSES.newAccountLimit);
    expect(refused?.body.code).toBe('newAccountLimit');
    expect(refused?.headers.get('retry-after')).toBe('86400');
    expect((await spammer.call('GET /api/friend-requests/outgoing')).body).toHaveLength(30);
  });

  it('allow 40 posts, comments and forum posts in total', async () => {
    const owner = await newPlayer();
    const created = await post(owner, 'A post to comment on');
    const category = await categoryId();
    const onProfile = (id: number) =>
      spammer.call('POST /api/profiles/{id}/status/comments', { params: { id }, body: { body: LINK } });
    const all = [
      ...(await Promise.all(Array.from({ length: 10 }, () => post(spammer, LINK)))),
      ...(await Promise.all(Array.from({ length: 19 }, () => comment(spammer, created.body.post.id, LINK)))),
      ...(await Promise.all(strangers.slice(0, 10).map(onProfile))),
    ];
    expect(outcome(all)).toEqual({ done: 39, errors: [] });
    const thread = await spammer.call('POST /api/forum-threads', {
      body: { title: 'Coins', body: LINK, categoryId: category },
    });
    expect(thread.status).toBe(201);
    const reply = await spammer.call('POST /api/forum-posts', {
      body: { threadId: thread.body.thread.id, body: LINK },
    });
    expect([reply.status, reply.body.message]).toEqual([429, NEW_ACCOUNT_ERRORS.posts]);
    expect((await comment(spammer, created.body.post.id, LINK)).status).toBe(429);
    await befriend(spammer, owner.id);
    expect((await onProfile(owner.id)).status).toBe(201);
  });

  it('allow 15 new fights', async () => {
    await query(
      app.site.db,
      sql`update characters set energy = 1000, max_health = 100 where user_id = ${spammer.id}`,
    );
    const all = [];
    for (const id of strangers.slice(0, 20)) {
      all.push(await fight(spammer, id));
      if (all.length < 15) await concedeFight(spammer, all.at(-1)!.body.id);
      // The 15th fight uses up the limit. It can still be resumed, but the player cannot start another fight.
      if (all.length === 15) {
        expect((await fight(spammer, id)).body.resumed).toBe(true);
        expect((await fight(spammer, strangers[20]!)).status).not.toBe(200);
        await concedeFight(spammer, all.at(-1)!.body.id);
      }
    }
    expect(outcome(all)).toEqual({ done: 15, errors: [NEW_ACCOUNT_ERRORS.fights] });
  });

  it('count a retried action once, and a rejected action not at all', async () => {
    const headers = { 'Idempotency-Key': 'one-post' };
    for (let n = 0; n < 3; n++) expect((await post(spammer, LINK, headers)).status).toBe(201);
    expect((await post(spammer, '')).status).toBe(400);
    expect((await comment(spammer, 999_999, LINK)).status).toBe(404);
    expect((await friendRequest(spammer, 999_999)).status).toBe(403);
    expect([await countOf('posts'), await countOf('friendRequests')]).toEqual([1, 0]);
  });

  it('count each action for 24 hours', async () => {
    const send = (from: number, to: number) =>
      Promise.all(strangers.slice(from, to).map((id) => friendRequest(spammer, id)));
    await send(0, 10);
    app.clock.advance(20 * HOUR);
    expect(outcome(await send(10, 35)).done).toBe(20);
    app.clock.advance(4 * HOUR);
    expect(await standingOf(app, spammer)).toBe('new');
    // The first ten actions are now a day old, so they no longer count.
    expect(outcome(await send(35, 50)).done).toBe(10);
    await confirm(spammer);
    expect(await standingOf(app, spammer)).toBe('settled');
    expect(outcome(await send(50, 80)).done).toBe(30);
  });

  it('remain for the first 24 hours, even if the email address is confirmed', async () => {
    await confirm(spammer);
    app.clock.advance(24 * HOUR - 1);
    expect(await standingOf(app, spammer)).toBe('new');
    app.clock.advance(1);
    expect(await standingOf(app, spammer)).toBe('settled');
  });

  it('do not apply to staff', async () => {
    await query(app.site.db, sql`update users set role = 'moderator' where id = ${spammer.id}`);
    expect(await standingOf(app, spammer)).toBe('settled');
  });

  it('use counters that are deleted after a day', async () => {
    const purge = () => purgeActions(app.site.db, new Date(app.clock.now().getTime() - 24 * HOUR));
    await friendRequest(spammer, strangers[0] ?? 0);
    await purge();
    expect(await countOf('friendRequests')).toBe(1);
    app.clock.advance(24 * HOUR + 1);
    await purge();
    expect(await countOf('friendRequests')).toBe(0);
  });
});

describe('a message request', () => {
  const pair = async () => {
    const receiver = await newPlayer();
    const [from, to] = [await spammer.socket(), await receiver.socket()];
    return { receiver, from, to };
  };
  const received = (to: TestSocket) =>
    new Promise<{ request: boolean; links: boolean }>((resolve) =>
      to.once('private message', resolve as never),
    );
  const stateOf = async (player: TestPlayer, otherId: number) => {
    const [conversation] = (await list(player)).body;
    const page = await player.call('GET /api/dms/{userId}', { params: { userId: otherId } });
    return [conversation?.request, page.body.request, page.body.items.map(({ request }) => request)];
  };

  it('is marked as a request only for its receiver', async () => {
    const { receiver, from, to } = await pair();
    const event = received(to);
    const ack = await write(from, receiver.id);
    expect(await event).toMatchObject({ request: true, links: false });
    expect(ack.message).toMatchObject({ request: false, links: false });
    expect(await stateOf(receiver, spammer.id)).toEqual([true, true, [true]]);
    expect(await stateOf(spammer, receiver.id)).toEqual([false, false, [false]]);
    expect(await unread(receiver)).toBe(1);
    const counts = await receiver.call('GET /api/notifications/unread-counts');
    expect(counts.body.byType.dm).toBe(1);
  });

  it('becomes an ordinary conversation when the receiver answers', async () => {
    const { receiver, from, to } = await pair();
    await write(from, receiver.id);
    const accepted = new Promise((resolve) => to.once('dm:accepted', resolve));
    await sendDirectMessage(to, receiver, spammer, 'Hello');
    expect(await accepted).toEqual({ withUserId: spammer.id });
    expect(await stateOf(receiver, spammer.id)).toEqual([false, false, [false, false]]);
    const event = received(to);
    await write(from, receiver.id);
    expect(await event).toMatchObject({ request: false });
    expect(await stateOf(spammer, receiver.id)).toEqual([false, false, [false, false, false]]);
  });

  it('becomes an ordinary conversation once it is accepted', async () => {
    const { receiver, from, to } = await pair();
    await write(from, receiver.id);
    const events: unknown[] = [];
    to.on('dm:accepted', (event) => events.push(event));
    const accept = () => receiver.call('POST /api/dms/{userId}/accept', { params: { userId: spammer.id } });
    expect((await Promise.all([accept(), accept()])).map(({ status }) => status)).toEqual([200, 200]);
    expect(await stateOf(receiver, spammer.id)).toEqual([false, false, [false]]);
    const friend = await pair();
    await write(friend.from, friend.receiver.id);
    await friendRequest(spammer, friend.receiver.id);
    await friendRequest(friend.receiver, spammer.id);
    expect((await stateOf(friend.receiver, spammer.id))[0]).toBe(false);
    await expect.poll(() => events).toEqual([{ withUserId: spammer.id }]);
  });

  it('cannot be accepted by its sender', async () => {
    const { receiver, from } = await pair();
    await write(from, receiver.id);
    await spammer.call('POST /api/dms/{userId}/accept', { params: { userId: receiver.id } });
    expect((await stateOf(receiver, spammer.id))[0]).toBe(true);
  });

  it('is created again if the receiver deletes it and the sender writes again', async () => {
    const { receiver, from } = await pair();
    await write(from, receiver.id);
    await receiver.call('DELETE /api/dms/convo/{userId}', { params: { userId: spammer.id } });
    expect((await list(receiver)).body).toEqual([]);
    await write(from, receiver.id);
    expect((await stateOf(receiver, spammer.id))[0]).toBe(true);
  });

  it('is not created between friends or by an account that is no longer new', async () => {
    const { receiver, from } = await pair();
    await befriend(spammer, receiver.id);
    await write(from, receiver.id);
    expect((await stateOf(receiver, spammer.id))[0]).toBe(false);
    const second = await pair();
    await confirm(spammer);
    app.clock.advance(24 * HOUR);
    await write(second.from, second.receiver.id);
    expect((await stateOf(second.receiver, spammer.id))[0]).toBe(false);
  });

  it('sends no push message, unlike an ordinary message', async () => {
    const { receiver, from, to } = await pair();
    await query(
      app.site.db,
      sql`insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, created_at)
          select user_id, id, 'https://push.example/' || id, 'key', 'auth', ${app.clock.now()}
          from sessions where user_id = ${receiver.id}`,
    );
    const pushes = () =>
      queryValue<number>(
        app.site.db,
        sql`select count(*)::integer from jobs.job j join notifications n on n.id = (j.data->>'id')::bigint
            where j.name = 'push.notify' and n.user_id = ${receiver.id}`,
      );
    await write(from, receiver.id);
    expect(await pushes()).toBe(0);
    await sendDirectMessage(to, receiver, spammer, 'Hello');
    await write(from, receiver.id);
    expect(await pushes()).toBe(1);
  });
});

it('links posted by a new account are shown as plain text', async () => {
  const reader = await newPlayer();
  const socket = await spammer.socket();
  await write(socket, reader.id);
  const created = (await post(spammer, LINK)).body.post;
  const commented = (await comment(spammer, created.id, LINK)).body.comment;
  const category = await categoryId();
  const thread = await spammer.call('POST /api/forum-threads', {
    body: { title: 'Links', body: LINK, categoryId: category },
  });
  await socket.emitWithAck('chat message', { text: LINK });
  expect([created.links, commented.links, thread.body.post.links]).toEqual([false, false, false]);
  const links = async () => {
    const lobby = new Promise<{ userId: number; links: boolean }[]>((resolve) =>
      readerSocket.once('chat history', resolve as never),
    );
    readerSocket.emit('chat:getHistory', {});
    const dm = await reader.call('GET /api/dms/{userId}', { params: { userId: spammer.id } });
    const one = await reader.call('GET /api/feed/{id}', { params: { id: created.id } });
    const feed = await reader.call('GET /api/feed');
    const comments = await reader.call('GET /api/feed/{id}/comments', { params: { id: created.id } });
    const read = await reader.call('GET /api/forum-threads/{id}', { params: { id: thread.body.thread.id } });
    return [
      dm.body.items[0]?.links,
      one.body.post.links,
      one.body.post.comments[0]?.links,
      feed.body.items.find(({ id }) => id === created.id)?.links,
      comments.body.comments[0]?.links,
      read.body.posts[0]?.links,
      (await lobby).find(({ userId }) => userId === spammer.id)?.links,
    ];
  };
  const readerSocket = await reader.socket();
  expect(await links()).toEqual(Array(7).fill(false));
  await confirm(spammer);
  app.clock.advance(24 * HOUR);
  // Poll, because the newest posts are cached for a second. The last value, of the Lobby message, stays false, because
  // it is stored when the message is sent.
  await expect.poll(links).toEqual([...Array(6).fill(true), false]);
});

it('the limit on paid wins against new accounts also covers wins against unconfirmed accounts', async () => {
  const paid = REWARD_NUMBERS.paidWinsOverNewAccounts;
  const losers: TestPlayer[] = [];
  for (let n = 0; n < paid + 2; n++) losers.push(await newPlayer());
  app.clock.advance(24 * HOUR);
  await confirm(losers.at(-1)!);
  const rewards: unknown[] = [];
  for (const loser of losers) rewards.push(await coinsForWin(spammer, loser));
  expect(rewards).toEqual([...Array(paid).fill(1), 0, 1]);
});

it('the limit on paid wins against new accounts still counts wins against deleted accounts', async () => {
  const paid = REWARD_NUMBERS.paidWinsOverNewAccounts;
  const losers: TestPlayer[] = [];
  for (let n = 0; n < paid + 2; n++) losers.push(await newPlayer());
  app.clock.advance(48 * HOUR);
  for (const loser of losers.slice(0, paid)) {
    expect(await coinsForWin(spammer, loser)).toBe(1);
    const deleted = await loser.call('DELETE /api/users/me', { body: { password: PASSWORD } });
    expect(deleted.status).toBe(200);
  }
  const [next, confirmed] = losers.slice(paid);
  expect(await coinsForWin(spammer, next!)).toBe(0);
  await confirm(confirmed!);
  expect(await coinsForWin(spammer, confirmed!)).toBe(1);
});

describe('a site without SMTP_URL', () => {
  it('counts every account as confirmed', async () => {
    const site = await createTestApp({ env });
    const player = await site.player();
    expect(await standingOf(site, player)).toBe('new');
    site.clock.advance(24 * HOUR);
    expect(await standingOf(site, player)).toBe('settled');
    await site.close();
  });
});

describe('a site without rate limits', () => {
  it('has no daily limits for new accounts', async () => {
    const site = await createTestApp({ env: { SMTP_URL: mailing.SMTP_URL } });
    const ids = await crowdOf(site);
    const player = await site.player();
    const all = await Promise.all(ids.slice(0, 40).map((id) => friendRequest(player, id)));
    expect(outcome(all).done).toBe(40);
    await site.close();
  });
});

it('the limits of new accounts do not affect an honest player’s first hour', async () => {
  const host = await newPlayer();
  const hosted = (await post(host, 'Welcome, newcomers')).body.post.id;
  const newcomer = await newPlayer();
  const socket = await newcomer.socket();
  const done = { requests: 0, posts: 0, photos: 0, conversations: 0, fights: 0 };
  const expectDone = (status: number) => expect(status).toBeLessThan(300);
  const minutes = (count: number) => app.clock.advance(count * 60_000);
  for (const id of strangers.slice(0, 20)) {
    expectDone((await friendRequest(newcomer, id)).status);
    done.requests++;
  }
  minutes(10);
  for (let n = 0; n < 8; n++) {
    expectDone((await post(newcomer, `Post ${n}`)).status);
    done.posts++;
  }
  for (let n = 0; n < 12; n++) {
    expectDone((await comment(newcomer, hosted, `Comment ${n}`)).status);
    done.posts++;
  }
  for (const id of strangers.slice(0, 10)) {
    const { status } = await newcomer.call('POST /api/profiles/{id}/status/comments', {
      params: { id },
      body: { body: 'Nice profile' },
    });
    expectDone(status);
    done.posts++;
  }
  minutes(10);
  for (let n = 0; n < 10; n++) {
    expect((await addPhoto(newcomer, `Photo ${n}`)).id).toBeGreaterThan(0);
    done.photos++;
  }
  minutes(10);
  for (const id of strangers.slice(20, 28)) {
    expect((await sendDirectMessage(socket, newcomer, { id }, 'Hello')).ok).toBe(true);
    done.conversations++;
  }
  for (const id of strangers.slice(30, 42)) {
    const { status, body } = await fight(newcomer, id);
    expectDone(status);
    await concedeFight(newcomer, body.id);
    done.fights++;
    minutes(2);
  }
  expect(done).toEqual({ requests: 20, posts: 30, photos: 10, conversations: 8, fights: 12 });
});
