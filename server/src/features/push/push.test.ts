import type { LookupFunction } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { waitFor } from '../../../../scripts/testing/wait-for.ts';
import { sql } from '../../platform/db/db.ts';
import {
  atUrl,
  createTestApp,
  emitRaw,
  type TestApp,
  type TestPlayer,
  type TestSocket,
} from '../../testing/app.ts';
import { query, queryValue } from '../../testing/queries.ts';
import { block, comment, sendFriendRequest } from '../blocks/testing.ts';
import { openFightOf } from '../combat/testing.ts';
import { sendDirectMessage } from '../dms/testing.ts';
import { pushToDevices, sendToDevice } from './delivery.ts';
import type { NotificationRef } from './queries.ts';
import { FakePushBrowser, FakePushService, verifyVapid } from './testing.ts';

let service: FakePushService;
let app: TestApp;
let ann: TestPlayer;
let socketOfAnn: TestSocket;
/** Resolve every hostname to an address that the outbound policy forbids. */
const lookup: LookupFunction = (_name, options, done) => {
  const found = { address: '10.0.0.7', family: 4 };
  if (options.all) done(null, [found]);
  else done(null, found.address, found.family);
};
beforeAll(async () => {
  service = await FakePushService.start();
  app = await createTestApp({
    env: { NEW_ACCOUNT_HOURS: '0' },
    outboundPolicy: { ...service.policy, lookup },
  });
  ann = await app.player('Ann.Sender');
  socketOfAnn = await ann.socket();
});
afterAll(async () => {
  await app.close();
  service.stop();
});
beforeEach(() => {
  service.pushed.length = 0;
  service.answers.length = 0;
});

const ALL = { message: true, fight: true, friendRequest: true, quiet: null };
const browser = () => new FakePushBrowser(service);
const add = (owner: TestPlayer, given: { subscription: object }) =>
  owner.call('POST /api/push/devices', { body: given.subscription });
const choose = (owner: TestPlayer, settings: object) =>
  owner.call('PUT /api/push/settings', { body: { ...ALL, ...settings } });
const stateOf = async (owner: TestPlayer) => (await owner.call('GET /api/push')).body;
const message = async (to: TestPlayer, text = 'Meet me at the old mill') =>
  sendDirectMessage(socketOfAnn, ann, to, text);

/** Return a player's notifications, oldest first. */
const notificationsOf = ({ id }: TestPlayer): Promise<NotificationRef[]> =>
  query<NotificationRef>(
    app.site.db,
    sql`select id, position from notifications where user_id = ${id} order by position`,
  );
const lastOf = async (player: TestPlayer): Promise<NotificationRef> =>
  (await notificationsOf(player)).at(-1) as NotificationRef;
const subscriptionOf = async ({ endpoint }: FakePushBrowser): Promise<number | undefined> =>
  (
    await query<{ id: number }>(
      app.site.db,
      sql`select id from push_subscriptions where endpoint = ${endpoint}`,
    )
  )[0]?.id;

async function outcomeCount(outcome: string, at: TestApp = app): Promise<number> {
  const counter = await at.site.metrics.registry.getSingleMetric('rivalhold_pushes_total')?.get();
  return counter?.values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
}

/** Try to push a notification, and expect that the push is suppressed with this outcome. */
async function expectSuppressed(notice: NotificationRef, outcome: string): Promise<void> {
  const before = await outcomeCount(outcome);
  await pushToDevices(app.site.db, app.site, notice);
  expect(await outcomeCount(outcome)).toBe(before + 1);
  expect(service.pushed).toEqual([]);
}

/**
 * Create a player with an unread message from Ann. The message arrives before the player adds a device, so no
 * push is scheduled.
 */
async function createPendingNotification(): Promise<{ player: TestPlayer; device: FakePushBrowser }> {
  const player = await app.player();
  await message(player);
  const device = browser();
  expect((await add(player, device)).status).toBe(201);
  return { player, device };
}
async function pushNow(player: TestPlayer, device: FakePushBrowser, notice?: NotificationRef): Promise<void> {
  const received = notice ?? (await lastOf(player));
  const subscriptionId = (await subscriptionOf(device)) ?? 0;
  await sendToDevice(app.site.db, app.site, { id: received.id, position: received.position, subscriptionId });
}

describe('a push', () => {
  it('is encrypted, and omits the text of the messages', async () => {
    const player = await app.player();
    const [phone, other] = [browser(), browser()];
    await add(player, phone);
    for (let n = 0; n < 10; n++) await message(player, `Secret ${n}`);
    const { id } = await lastOf(player);
    await waitFor(() =>
      expect(service.readBy(phone).at(-1)).toEqual({
        title: 'New message',
        body: 'Ann.Sender sent you 10 messages.',
        link: `/dm/${ann.id}`,
        tag: `notice-${id}`,
      }),
    );
    const { headers, body } = service.pushed.at(-1) ?? { headers: {}, body: Buffer.alloc(0) };
    expect(() => other.decrypt(body)).toThrow();
    expect(headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: String(24 * 3_600),
      urgency: 'high',
      topic: `notice-${id}`,
    });
    const { key } = await stateOf(player);
    const proof = verifyVapid(headers);
    const { exp } = proof.claims;
    expect(proof).toMatchObject({
      key,
      claims: { aud: service.origin, sub: 'mailto:support@rivalhold.invalid' },
    });
    expect(exp - Date.now() / 1_000).toBeLessThanOrEqual(24 * 3_600);
    expect(exp).toBeGreaterThan(Date.now() / 1_000);
    await waitFor(async () =>
      expect((await stateOf(player)).devices).toMatchObject([{ current: true, sentAt: expect.any(String) }]),
    );
  });

  it('is sent only for messages, friend requests and challenges', async () => {
    const player = await app.player();
    await message(player);
    await sendFriendRequest(ann, player);
    await openFightOf(ann, player);
    await comment(ann, player);
    const device = browser();
    await add(player, device);
    const notices = await notificationsOf(player);
    for (const notice of notices) await pushNow(player, device, notice);
    expect(service.readBy(device).map(({ title, link }) => [title, link])).toEqual([
      ['New message', `/dm/${ann.id}`],
      ['Friend request', '/friends'],
      ['Challenge', `/fight/${ann.id}`],
    ]);
    service.pushed.length = 0;
    expect((await choose(player, { fight: false })).body.settings.fight).toBe(false);
    for (const notice of notices.slice(2)) await expectSuppressed(notice, 'unwanted');
  });

  it('is not sent during quiet hours in the player’s time zone', async () => {
    const { player, device } = await createPendingNotification();
    const quiet = { from: '21:30', to: '08:00', timeZone: 'Asia/Tokyo' };
    expect((await choose(player, { quiet })).body.settings.quiet).toEqual(quiet);
    app.clock.set(new Date('2026-06-01T12:30:00Z'));
    await expectSuppressed(await lastOf(player), 'quiet');
    await pushNow(player, device);
    expect(service.pushed).toEqual([]);
    app.clock.set(new Date('2026-06-01T23:00:00Z'));
    await pushNow(player, device);
    expect(service.readBy(device)).toHaveLength(1);
    const refused = await choose(player, { quiet: { ...quiet, timeZone: 'Mars/Olympus' } });
    expect([refused.status, refused.body.errors]).toEqual([400, { timeZone: expect.any(String) }]);
    expect((await choose(player, { quiet: { ...quiet, to: '21:30' } })).status).toBe(400);
    expect((await choose(player, { quiet: { ...quiet, to: '24:00' } })).status).toBe(400);
  });

  it('is not sent while the player has a page open and visible', async () => {
    const { player, device } = await createPendingNotification();
    const socket = await player.socket();
    await expectSuppressed(await lastOf(player), 'seen');
    expect(await emitRaw(socket, 'presence:hidden', { hidden: true })).toMatchObject({ ok: true });
    await pushToDevices(app.site.db, app.site, await lastOf(player));
    await waitFor(() => expect(service.readBy(device)).toHaveLength(1));
    service.pushed.length = 0;
    const second = await player.socket();
    await expectSuppressed(await lastOf(player), 'seen');
    second.disconnect();
    await emitRaw(socket, 'presence:hidden', { hidden: false });
    await expectSuppressed(await lastOf(player), 'seen');
  });

  it('is not sent if the notification was read or its sender was blocked in the meantime', async () => {
    const { player, device } = await createPendingNotification();
    const first = await lastOf(player);
    await query(
      app.site.db,
      sql`update notifications set position = position + 1000000 where id = ${first.id}`,
    );
    await sendToDevice(app.site.db, app.site, {
      ...first,
      subscriptionId: (await subscriptionOf(device)) ?? 0,
    });
    await player.call('PATCH /api/notifications/{id}/read', { params: { id: first.id } });
    await pushNow(player, device);
    const blocking = await createPendingNotification();
    await query(
      app.site.db,
      sql`insert into blocks (blocker_id, blocked_id, created_at)
          values (${blocking.player.id}, ${ann.id}, now())`,
    );
    await pushNow(blocking.player, blocking.device);
    expect(service.pushed).toEqual([]);
    await query(app.site.db, sql`delete from blocks where blocked_id = ${ann.id}`);
    await pushNow(blocking.player, blocking.device);
    expect(service.readBy(blocking.device)).toHaveLength(1);
    await block(blocking.player, ann);
  });

  it('is retried for hours if the push service fails', async () => {
    const { player, device } = await createPendingNotification();
    const subscriptionId = (await subscriptionOf(device)) ?? 0;
    const waiting = () =>
      query<{ tries: number; seconds: number }>(
        app.site.db,
        sql`select (data ->> 'tries')::integer as tries,
           round(extract(epoch from start_after - now()))::integer as seconds
         from jobs.job where name = 'push.send.elsewhere'
           and (data ->> 'subscriptionId')::integer = ${subscriptionId}
         order by created_on`,
      );
    const sending = { ...(await lastOf(player)), subscriptionId };
    for (const [tries, status] of [503, 429, 401, 503].entries()) {
      service.answers.push(status);
      await sendToDevice(app.site.db, app.site, { ...sending, tries: tries * 4 });
    }
    expect(service.pushed).toHaveLength(4);
    expect(await waiting()).toEqual([
      { tries: 1, seconds: expect.toSatisfy((seconds) => seconds > 10 && seconds <= 20) },
      { tries: 5, seconds: expect.toSatisfy((seconds) => seconds > 300 && seconds <= 320) },
      { tries: 9, seconds: expect.toSatisfy((seconds) => seconds > 1_700 && seconds <= 1_800) },
    ]);
    service.answers.push(400);
    await pushNow(player, device);
    await pushNow(player, device);
    expect(service.pushed).toHaveLength(6);
    expect(await waiting()).toHaveLength(3);
    // Mark the notification as read, so that the retries have nothing to send.
    await player.call('POST /api/notifications/mark-all-read');
  });

  it('is not sent after the subscription has expired', async () => {
    const { player, device } = await createPendingNotification();
    for (const status of [404, 410]) {
      service.answers.push(status);
      await pushNow(player, device);
      await pushNow(player, device);
      expect(service.pushed).toHaveLength(1);
      expect(await stateOf(player)).toMatchObject({ endpoint: null, devices: [{ current: true }] });
      service.pushed.length = 0;
      const { body } = await add(player, device);
      expect([body.endpoint, body.devices.length]).toEqual([device.endpoint, 1]);
    }
    const renewed = browser();
    await add(player, renewed);
    expect(await subscriptionOf(device)).toBeUndefined();
    await pushNow(player, renewed);
    expect(service.readBy(renewed)).toHaveLength(1);
  });

  it('is not sent to a device with an expired session', async () => {
    const { player, device } = await createPendingNotification();
    await query(
      app.site.db,
      sql`update sessions set expires_at = ${app.clock.now()} where user_id = ${player.id}`,
    );
    await pushToDevices(app.site.db, app.site, await lastOf(player));
    await pushNow(player, device);
    expect(service.pushed).toEqual([]);
  });
});

describe('a device', () => {
  it('loses its subscription when its session is ended', async () => {
    const { player, device } = await createPendingNotification();
    const elsewhere = app.browser();
    await elsewhere.signIn(player.username);
    const second = browser();
    await elsewhere.call('POST /api/push/devices', { body: second.subscription });
    const { devices } = await stateOf(player);
    expect(devices.map(({ current }) => current)).toEqual([true, false]);
    await player.call('DELETE /api/sessions/others');
    expect([await subscriptionOf(device), await subscriptionOf(second)]).toEqual([
      expect.any(Number),
      undefined,
    ]);
    const before = await lastOf(player);
    await player.call('DELETE /api/session');
    expect(await subscriptionOf(device)).toBeUndefined();
    await pushToDevices(app.site.db, app.site, before);
    expect(service.pushed).toEqual([]);
  });

  it('belongs to the last player who added it', async () => {
    const { player, device } = await createPendingNotification();
    const again = browser();
    const twice = await Promise.all([add(player, again), add(player, again)]);
    expect(twice.map(({ status }) => status)).toEqual([201, 201]);
    expect((await stateOf(player)).devices).toHaveLength(1);
    expect(await subscriptionOf(device)).toBeUndefined();
    const other = await app.player();
    await add(other, again);
    expect((await stateOf(player)).devices).toEqual([]);
    const { devices } = await stateOf(other);
    expect(devices).toHaveLength(1);
    await query(
      app.site.db,
      sql`with more as (
         insert into sessions (token_hash, user_id, device, address, remember, created_at, last_used_at,
           expires_at)
         select 'of push ' || n, ${other.id}, 'Phone ' || n, '', false, now(), now(),
           now() + interval '1 day'
         from generate_series(1, 10) n returning id)
       insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, created_at)
       select ${other.id}, id, 'https://push.example.com/' || id, '', '',
         ${app.clock.now()}::timestamptz - interval '1 hour'
       from more`,
    );
    await add(other, again);
    const kept = (await stateOf(other)).devices;
    expect(kept).toHaveLength(10);
    expect(kept[0]?.current).toBe(true);
    const removed = await other.call('DELETE /api/push/devices/{id}', { params: { id: kept[3]?.id ?? 0 } });
    expect(removed.body.devices).toHaveLength(9);
    const foreign = await player.call('DELETE /api/push/devices/{id}', { params: { id: kept[4]?.id ?? 0 } });
    expect(foreign.status).toBe(404);
  });

  it('replaces the earlier device of the same session, even for concurrent requests', async () => {
    const player = await app.player();
    const added = await Promise.all(Array.from({ length: 8 }, () => add(player, browser())));
    expect(added.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect((await stateOf(player)).devices).toHaveLength(1);
  });

  it('cannot be taken over by someone who knows only its endpoint', async () => {
    const { player, device } = await createPendingNotification();
    const thief = await app.player();
    const { keys } = browser().subscription;
    expect((await add(thief, { subscription: { endpoint: device.endpoint, keys } })).status).toBe(400);
    expect((await stateOf(player)).endpoint).toBe(device.endpoint);
    expect(await stateOf(thief)).toMatchObject({ endpoint: null, devices: [] });
  });

  it('is rejected if its endpoint is local or its keys are invalid', async () => {
    const { player, device } = await createPendingNotification();
    const { keys } = device.subscription;
    const [noPoint, notOnCurve] = ['A'.repeat(87), `B${'A'.repeat(86)}`];
    for (const endpoint of ['https://127.0.0.2/1', 'http://push.example.com/1', 'https://redis/1', ''])
      expect((await add(player, { subscription: { endpoint, keys } })).status).toBe(400);
    for (const p256dh of ['<'.repeat(87), noPoint, notOnCurve]) {
      const subscription = { endpoint: `${service.origin}/new`, keys: { ...keys, p256dh } };
      expect((await add(player, { subscription })).status).toBe(400);
    }
    for (const bad of [{ ...keys, auth: 'short' }, {}])
      expect((await add(player, { subscription: { endpoint: device.endpoint, keys: bad } })).status).toBe(
        400,
      );
    const named = { endpoint: 'https://push.example.com/1', keys };
    expect((await add(player, { subscription: named })).status).toBe(201);
    const subscriptionId = (await stateOf(player)).devices[0]?.id ?? 0;
    await sendToDevice(app.site.db, app.site, { ...(await lastOf(player)), subscriptionId });
    expect((await stateOf(player)).endpoint).toBeNull();
    expect(service.pushed).toEqual([]);
  });
});

describe('the keys of the site', () => {
  it('are stored encrypted, and replaced if the secret changes', async () => {
    const { player, device } = await createPendingNotification();
    const { key } = await stateOf(player);
    const facts = await query<{ value: string }>(
      app.site.db,
      sql`select value from site_settings where name = 'push keys'`,
    );
    expect(facts).toHaveLength(1);
    expect(facts[0]?.value).not.toContain(key);
    expect(Buffer.from(facts[0]?.value ?? '', 'base64url').toString('latin1')).not.toContain(key);
    expect(await subscriptionOf(device)).toBeDefined();
    const config = { ...app.site.config, sessionSecret: 'another secret than the one before' };
    const restarted = () => ({ ...app.site, config, instances: new Map() });
    const { keysOf } = await import('./vapid-keys.ts');
    const others = await keysOf(app.site.db, restarted());
    expect(others.publicKey).not.toBe(key);
    expect(await subscriptionOf(device)).toBeUndefined();
    expect(await keysOf(app.site.db, restarted())).toEqual(others);
  });
});

describe('several nodes', () => {
  if (!process.env.TEST_REDIS_URL) {
    it('are not possible with the embedded database', () => {
      expect(app.site.database.pool).toBeNull();
    });
    return;
  }

  it('use the same key, and send each push once', async () => {
    const here = await createTestApp({
      env: { NEW_ACCOUNT_HOURS: '0' },
      outboundPolicy: service.policy,
    });
    const there = await createTestApp({ sharedWith: here, outboundPolicy: service.policy });
    const [writer, reader] = [await here.player(), await here.player()];
    const device = browser();
    const added = await add(reader, device);
    const elsewhere = atUrl(there, reader);
    expect((await stateOf(elsewhere)).key).toBe(added.body.key);
    await sendDirectMessage(await writer.socket(), writer, reader, 'One');
    await waitFor(() => expect(service.readBy(device)).toHaveLength(1));
    const [notice] = await query<{ id: number; position: number }>(
      here.site.db,
      sql`select id, position from notifications where user_id = ${reader.id}`,
    );
    const socket = await elsewhere.socket();
    const outcome = async () => {
      const before = await outcomeCount('seen', here);
      await pushToDevices(here.site.db, here.site, notice as { id: number; position: number });
      return (await outcomeCount('seen', here)) - before;
    };
    expect(await outcome()).toBe(1);
    await emitRaw(socket, 'presence:hidden', { hidden: true });
    expect(await outcome()).toBe(0);
    // There are two pushes: one for the message, and one from the second call of `outcome`. If both nodes had pushed
    // the message, there would be three.
    await waitFor(() => expect(service.readBy(device)).toHaveLength(2));
    const completedJobs = () =>
      queryValue<number>(
        here.site.db,
        sql`select count(*)::integer from jobs.job where name like 'push.%' and state = 'completed'`,
      );
    await waitFor(async () => expect(await completedJobs()).toBeGreaterThanOrEqual(2));
    expect(service.pushed).toHaveLength(2);
    await there.close();
    await here.close();
  });
});
