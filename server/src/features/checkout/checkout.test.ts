import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { createTestApp, nextEvent, type TestApp, type TestPlayer } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { settleOpenPayments } from './jobs.ts';
import { DAY_MS } from './policy.ts';
import * as service from './service.ts';
import {
  createFakeStripe,
  createStripeApp,
  type FakeStripe,
  movementsOf,
  postWebhook,
  rowOf,
  sessionCompleted,
  startPayment,
  verify,
} from './testing.ts';

let stripe: FakeStripe;
let app: TestApp;
beforeAll(async () => {
  stripe = await createFakeStripe();
  app = await createStripeApp(stripe);
});
afterEach(() => {
  stripe.mood.fails = null;
  stripe.mood.beforeAnswer = null;
});
afterAll(async () => {
  await app.close();
  await stripe.close();
});

const create = (player: TestPlayer, packId: unknown, key?: string) =>
  player.call('POST /api/checkout/create-session', {
    body: { packId },
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const setLimit = (player: TestPlayer, packsPerDay: unknown) =>
  player.call('PUT /api/checkout/limit', { body: { packsPerDay } });
const buy = async (player: TestPlayer, packId: 'small' | 'medium' | 'large' = 'small') => {
  const id = await startPayment(player, packId);
  expect(await postWebhook(app, sessionCompleted(app, stripe.pay(id)))).toBe(200);
  return id;
};

describe('starting a payment', () => {
  it('stores the payment before the provider is called', async () => {
    const player = await app.player();
    let before: unknown[] = [];
    stripe.mood.beforeAnswer = async () => {
      before = await query(
        app.site.db,
        sql`select pack, coins, cents, currency, status, session_id from payments where user_id = ${player.id}`,
      );
    };
    const { status, body } = await create(player, 'medium');
    expect(before).toEqual([
      { pack: 'medium', coins: 120, cents: 999, currency: 'usd', status: 'created', session_id: null },
    ]);
    expect([status, body.url]).toEqual([200, expect.stringMatching(/^https:\/\/checkout\.stripe\.test\//)]);
    const session = stripe.sessions.get(body.url.split('/').at(-1) ?? '');
    const { id } = await rowOf(app, session?.id ?? '');
    expect(session).toMatchObject({
      amount_total: 999,
      currency: 'usd',
      metadata: {
        site: expect.stringMatching(/^[\da-f-]{36}$/),
        paymentId: String(id),
        userId: String(player.id),
        packId: 'medium',
      },
      success_url: expect.stringMatching(
        /^http:\/\/127\.0\.0\.1:\d+\/purchase\/success\?session_id=\{CHECKOUT_SESSION_ID\}$/,
      ),
      cancel_url: expect.stringMatching(/\/purchase\/cancel$/),
    });
  });

  it('rejects an unknown pack', async () => {
    const player = await app.player();
    for (const packId of ['huge', '', 'toString']) {
      const { status, body } = await create(player, packId);
      expect([status, body.errors]).toEqual([400, { packId: 'This pack doesn’t exist.' }]);
    }
    for (const packId of [5, null, ['small']]) expect((await create(player, packId)).status).toBe(400);
  });

  it('fails if the player’s account was just deleted', async () => {
    const { id: userId } = await app.player();
    await query(app.site.db, sql`update users set deleted_at = ${app.clock.now()} where id = ${userId}`);
    const late = [
      service.startPayment(app.site, { userId, packId: 'small', commitResponse: async () => {} }),
      service.setLimit(app.site, userId, 1),
    ];
    for (const { reason } of (await Promise.allSettled(late)) as PromiseRejectedResult[])
      expect(reason).toMatchObject({ code: 'unauthenticated' });
    expect(await query(app.site.db, sql`select 1 from payments where user_id = ${userId}`)).toEqual([]);
  });

  it('returns the same payment page for repeated requests', async () => {
    const player = await app.player();
    const answers = await Promise.all([
      create(player, 'small'),
      create(player, 'small'),
      create(player, 'small', 'k1'),
    ]);
    const again = await create(player, 'small', 'k1');
    const urls = [...answers, again, await create(player, 'small')].map(({ body }) => body.url);
    expect(new Set(urls).size).toBe(1);
    const [{ count } = { count: 0 }] = await query<{ count: number }>(
      app.site.db,
      sql`select count(*)::int as count from payments where user_id = ${player.id}`,
    );
    expect(count).toBe(1);
    expect((await create(player, 'large', 'k1')).status).toBe(400);
  });

  it('closes the player’s open payment page for another pack', async () => {
    const player = await app.player();
    const [first, second] = [await startPayment(player, 'small'), await startPayment(player, 'large')];
    expect([stripe.sessions.get(first)?.status, (await rowOf(app, first)).status]).toEqual([
      'expired',
      'cancelled',
    ]);
    stripe.pay(second);
    await startPayment(player, 'small');
    expect(await movementsOf(app, player)).toEqual([['card', 260]]);
  });

  it('returns a new payment page for the same idempotency key if the first page has been closed', async () => {
    const player = await app.player();
    const first = await create(player, 'small', 'k1');
    await startPayment(player, 'large');
    const again = await create(player, 'small', 'k1');
    expect(again.status).toBe(200);
    expect(again.body.url).not.toBe(first.body.url);
    expect(stripe.sessions.get(again.body.url.split('/').at(-1) ?? '')?.status).toBe('open');
  });

  it('fails with 503 while the provider is down', async () => {
    const player = await app.player();
    for (const fails of [500, 'cut', 401] as const) {
      stripe.mood.fails = fails;
      const { status, headers, body } = await create(player, 'small');
      expect([status, headers.get('retry-after'), body.code]).toEqual([503, '10', 'unavailable']);
    }
    stripe.mood.fails = null;
    const id = await startPayment(player);
    const rows = await query<{ status: string }>(
      app.site.db,
      sql`select status from payments where user_id = ${player.id} order by id`,
    );
    expect(rows.map(({ status }) => status)).toEqual(['cancelled', 'cancelled', 'cancelled', 'pending']);
    expect((await verify(player, id)).body.status).toBe('pending');
  });

  it('returns the same payment page if the server crashed before it stored the page', async () => {
    const player = await app.player();
    const id = await startPayment(player);
    await query(
      app.site.db,
      sql`update payments set session_id = null, status = 'created' where session_id = ${id}`,
    );
    expect(await startPayment(player)).toBe(id);
  });

  it('fails with 503 and a specific message if payments are not configured', async () => {
    const bare = await createTestApp({ env: { PUBLIC_URL: 'https://rivalhold.test', RATE_LIMITS: 'on' } });
    const player = await bare.player();
    const { status, body } = await create(player, 'small');
    expect([status, body.message]).toEqual([503, 'Payments aren’t set up.']);
    expect((await player.call('GET /api/config')).body.payments).toBe('none');
    expect((await player.fetch('/sandbox-pay/sandbox_x')).status).toBe(404);
    expect((await bare.browser().fetch('/api/checkout/webhook', { method: 'POST', body: '{}' })).status).toBe(
      503,
    );
    await bare.close();
  });
});

describe('the returning buyer', () => {
  it('sees the payment change from pending to paid, with the new balance', async () => {
    const player = await app.player();
    const id = await startPayment(player);
    expect((await verify(player, id)).body).toEqual({
      status: 'pending',
      packId: 'small',
      coins: 50,
      balance: 50,
    });
    stripe.pay(id);
    const socket = await player.socket();
    const [changed, received] = [nextEvent(socket, 'coins:changed'), nextEvent(socket, 'notify:new')];
    expect((await verify(player, id)).body).toEqual({
      status: 'paid',
      packId: 'small',
      coins: 50,
      balance: 100,
    });
    expect(await changed).toEqual({ coins: 100, amount: 50, reason: 'card' });
    expect(await received).toMatchObject({
      type: 'system',
      title: 'Coins arrived',
      data: { link: '/coinstore' },
    });
  });

  it('is the only player who can see the payment', async () => {
    const [player, other] = [await app.player(), await app.player()];
    const id = await startPayment(player);
    stripe.pay(id);
    for (const [who, session] of [
      [other, id],
      [player, 'cs_test_forged'],
      [player, '../../etc'],
      [player, `${id}\0`],
    ] as const)
      expect([400, 404]).toContain((await verify(who, session)).status);
    expect((await verify(other, id)).status).toBe(404);
    expect(await movementsOf(app, other)).toEqual([]);
    expect(
      (await player.call('GET /api/checkout/verify-session', { query: { session_id: 'x'.repeat(201) } }))
        .status,
    ).toBe(400);
  });

  it('sees a completed payment as pending while the provider is down', async () => {
    const player = await app.player();
    const id = await startPayment(player);
    stripe.pay(id);
    stripe.mood.fails = 503;
    expect((await verify(player, id)).body.status).toBe('pending');
    stripe.mood.fails = null;
    expect((await verify(player, id)).body.status).toBe('paid');
    const gone = await startPayment(player);
    Object.assign(stripe.sessions.get(gone) ?? {}, { status: 'expired' });
    expect((await verify(player, gone)).body).toMatchObject({ status: 'cancelled', balance: 100 });
  });
});

describe('the purchase limit', () => {
  it('is five paid packs in 24 hours', async () => {
    const player = await app.player();
    for (let n = 0; n < 5; n++) await buy(player);
    const { status, body } = await create(player, 'small');
    expect([status, body.message]).toEqual([409, 'Your limit is 5 packs in 24 hours. Try again later.']);
    expect((await player.call('GET /api/checkout/limit')).body).toEqual({
      packsPerDay: 5,
      bought: 5,
      owed: 0,
      next: null,
    });
    app.clock.advance(DAY_MS + 1);
    expect((await create(player, 'small')).status).toBe(200);
  });

  it('allows at most one open payment page, even for concurrent requests', async () => {
    const player = await app.player();
    await setLimit(player, 1);
    const packs = ['small', 'medium', 'large', 'small', 'medium', 'large'];
    const answers = await Promise.all(packs.map((pack) => create(player, pack)));
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const mine = [...stripe.sessions.values()].filter(
      ({ metadata }) => metadata.userId === String(player.id),
    );
    expect(mine.filter(({ status }) => status === 'open').length).toBeLessThanOrEqual(1);
    await buy(player);
    expect((await create(player, 'small')).status).toBe(409);
  });

  it('closes an open payment page later if the provider is down when the player lowers the limit', async () => {
    const statusOf = (id: string) => stripe.sessions.get(id)?.status;
    const lowered = async () => {
      const player = await app.player();
      const id = await startPayment(player);
      stripe.mood.fails = 500;
      expect((await setLimit(player, 0)).status).toBe(200);
      stripe.mood.fails = null;
      expect(statusOf(id)).toBe('open');
      return { player, id };
    };
    const tried = await lowered();
    expect((await create(tried.player, 'small')).status).toBe(409);
    expect(statusOf(tried.id)).toBe('expired');
    const left = await lowered();
    app.clock.advance(5 * 60_000);
    await settleOpenPayments(app.site);
    expect([statusOf(left.id), (await rowOf(app, left.id)).status]).toEqual(['expired', 'cancelled']);
  });

  it('is lowered immediately, and raised after a day', async () => {
    const player = await app.player();
    const id = await startPayment(player);
    expect((await setLimit(player, 0)).body).toEqual({ packsPerDay: 0, bought: 0, owed: 0, next: null });
    expect([stripe.sessions.get(id)?.status, (await rowOf(app, id)).status]).toEqual([
      'expired',
      'cancelled',
    ]);
    expect((await create(player, 'small')).body.message).toBe(
      'Your limit is 0 packs. Raise it to buy coins.',
    );
    const from = new Date(app.clock.now().getTime() + DAY_MS).toISOString();
    expect((await setLimit(player, 3)).body).toMatchObject({
      packsPerDay: 0,
      next: { packsPerDay: 3, from },
    });
    app.clock.advance(DAY_MS / 2);
    // If the player lowers a pending limit, the lowered limit still applies from the original time.
    expect((await setLimit(player, 2)).body.next).toEqual({ packsPerDay: 2, from });
    expect((await create(player, 'small')).status).toBe(409);
    app.clock.advance(DAY_MS / 2);
    expect((await player.call('GET /api/checkout/limit')).body).toMatchObject({ packsPerDay: 2, next: null });
    expect((await create(player, 'small')).status).toBe(200);
    for (const wrong of [-1, 6, 1.5, '2', null]) expect((await setLimit(player, wrong)).status).toBe(400);
  });
});
