import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql, transaction } from '../../platform/db/db.ts';
import { type TestApp, TestPlayer } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { failAfterStatement } from '../../testing/statements.ts';
import { waitForMail } from '../accounts/testing.ts';
import {
  confirmAddress,
  createFakeStripe,
  createStripeApp,
  type FakeStripe,
  movementsOf,
  outcomeCount,
  postWebhook,
  refundSession,
  rowOf,
  sessionCompleted,
  signEvent,
  startPayment,
  verify,
} from './testing.ts';

let stripe: FakeStripe;
let app: TestApp;
/** A second node of the site if Redis is configured. Otherwise, `app` itself. */
let other: TestApp;
beforeAll(async () => {
  stripe = await createFakeStripe();
  app = await createStripeApp(stripe);
  other = process.env.TEST_REDIS_URL ? await createStripeApp(stripe, app) : app;
});
afterAll(async () => {
  if (other !== app) await other.close();
  await app.close();
  await stripe.close();
});

const CREDIT = [['card', 50]];
/** Create a player who has started a payment. */
async function buyer() {
  const player = await app.player();
  return { player, id: await startPayment(player) };
}
/** Return the player's browser session on the other node. */
function elsewhere(player: TestPlayer): TestPlayer {
  const there = new TestPlayer(other.url, player.id, player.username);
  for (const [name, value] of player.cookies) there.cookies.set(name, value);
  return there;
}
const times = (n: number, act: (n: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: n }, (_, at) => act(at)));

describe('crediting a paid session exactly once', () => {
  it.each([
    ['the webhook, then the success page', 0, 20],
    ['the success page, then the webhook', 20, 0],
  ])('works for %s, each called twenty times concurrently on both nodes', async (_order, first, last) => {
    const { player, id } = await buyer();
    const there = elsewhere(player);
    const received = sessionCompleted(app, stripe.pay(id));
    const webhook = (n: number) => postWebhook(n % 2 ? app : other, received);
    const success = (n: number) => verify(n % 2 ? player : there, id);
    await times(first, success);
    await times(20, webhook);
    await times(last, success);
    expect(await movementsOf(app, player)).toEqual(CREDIT);
    expect((await verify(player, id)).body).toMatchObject({ status: 'paid', balance: 100 });
  });

  it('works while the site is read-only', async () => {
    const { player, id } = await buyer();
    await transaction(app.site.db, (tx) => app.site.readOnly.begin(tx, { at: new Date(), reason: null }));
    expect(await postWebhook(app, sessionCompleted(app, stripe.pay(id)))).toBe(200);
    expect(await movementsOf(app, player)).toEqual(CREDIT);
    await transaction(app.site.db, (tx) => app.site.readOnly.end(tx));
  });

  it('works if the webhook and the success page are called concurrently', async () => {
    const { player, id } = await buyer();
    const there = elsewhere(player);
    const session = stripe.pay(id);
    const answers = await times(40, (n) => {
      if (n % 2) return verify(n % 4 === 1 ? player : there, id).then(({ status }) => status);
      return postWebhook(n % 4 === 0 ? app : other, sessionCompleted(app, session));
    });
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(await movementsOf(app, player)).toEqual(CREDIT);
  });

  it.each(['the webhook', 'the success page'])('works after a crash at any statement of %s', async (way) => {
    const player = await app.player();
    let n = 0;
    for (let reached = true; reached; ) {
      expect(++n).toBeLessThan(60);
      // Clear `paid_at` of earlier payments, so that they do not count towards the purchase limit.
      await query(app.site.db, sql`update payments set paid_at = null where user_id = ${player.id}`);
      const before = (await movementsOf(app, player)).length;
      const id = await startPayment(player);
      const received = sessionCompleted(app, stripe.pay(id));
      const act = () => (way === 'the webhook' ? postWebhook(app, received) : verify(player, id));
      reached = await failAfterStatement(app, n, act);
      const moves = await movementsOf(app, player);
      expect([0, 1]).toContain(moves.length - before);
      expect(moves.length - before).toBe((await rowOf(app, id)).status === 'paid' ? 1 : 0);
      await act();
      expect((await movementsOf(app, player)).slice(before)).toEqual(CREDIT);
      expect((await rowOf(app, id)).status).toBe('paid');
    }
    // At least ten statements failed, including those that begin and commit the transaction.
    expect(n).toBeGreaterThan(10);
  });

  it('works if the event arrives before the session id is stored or after a cancellation', async () => {
    for (const change of [sql`session_id = null, status = 'created'`, sql`status = 'cancelled'`]) {
      const { player, id } = await buyer();
      await query(app.site.db, sql`update payments set ${change} where session_id = ${id}`);
      expect(await postWebhook(app, sessionCompleted(app, stripe.pay(id)))).toBe(200);
      expect([await movementsOf(app, player), (await rowOf(app, id)).status]).toEqual([CREDIT, 'paid']);
    }
  });

  it('sends one receipt to a confirmed email address', async () => {
    const { player, id } = await buyer();
    await confirmAddress(app, player);
    const received = sessionCompleted(app, stripe.pay(id));
    await times(5, () => postWebhook(app, received));
    const { id: number } = await rowOf(app, id);
    const mail = await waitForMail(app, `${player.username}@test.invalid`, 'receipt');
    expect(mail.subject).toBe(`Your receipt from Rivalhold, payment ${number}`);
    for (const part of [
      'Small pack (50 coins)',
      '$4.99 USD',
      'Jun 1, 2026',
      `number: ${number}`,
      'non-refundable',
      app.site.config.supportEmail,
    ])
      expect(mail.text).toContain(part);
    const [{ count } = { count: 0 }] = await query<{ count: number }>(
      app.site.db,
      sql`select count(*)::int as count from payments where user_id = ${player.id} and receipt_sent_at is not null`,
    );
    expect(count).toBe(1);
  });
});

describe('the webhook', () => {
  it('credits nothing for an unpaid, expired or failed session', async () => {
    for (const [type, change, status] of [
      ['checkout.session.completed', { status: 'complete' }, 'pending'],
      ['checkout.session.expired', { status: 'expired' }, 'cancelled'],
      ['checkout.session.async_payment_failed', { status: 'complete' }, 'cancelled'],
    ] as const) {
      const { player, id } = await buyer();
      const session = Object.assign(stripe.sessions.get(id) ?? {}, change);
      expect(await postWebhook(app, signEvent(app, type, session))).toBe(200);
      expect([await movementsOf(app, player), (await rowOf(app, id)).status]).toEqual([[], status]);
    }
  });

  it('credits nothing until a delayed payment succeeds', async () => {
    const { player, id } = await buyer();
    await postWebhook(
      app,
      sessionCompleted(app, Object.assign(stripe.pay(id), { payment_status: 'unpaid' })),
    );
    expect(await movementsOf(app, player)).toEqual([]);
    await postWebhook(app, signEvent(app, 'checkout.session.async_payment_succeeded', stripe.pay(id)));
    expect(await movementsOf(app, player)).toEqual(CREDIT);
  });

  it('credits nothing if the event differs from the stored payment', async () => {
    const [{ player, id }, victim] = [await buyer(), await buyer()];
    const session = stripe.pay(id);
    const theirs = String((await rowOf(app, victim.id)).id);
    const before = [
      await outcomeCount(app, 'refused_foreign'),
      await outcomeCount(app, 'refused_amount'),
      await outcomeCount(app, 'refused_unknown'),
    ];
    const forgeries = [
      { ...session, amount_total: 1 },
      { ...session, currency: 'jpy' },
      { ...session, metadata: { ...session.metadata, packId: 'large' } },
      { ...session, metadata: { ...session.metadata, userId: String(victim.player.id) } },
      { ...session, metadata: { ...session.metadata, paymentId: theirs } },
      { ...session, metadata: {} },
      { ...session, id: 'cs_test_never_ours' },
      { ...session, id: 'cs_test_never_ours', metadata: { ...session.metadata, paymentId: '999999999' } },
      { ...session, id: 'cs_test_never_ours', metadata: { paymentId: '1 or 1=1', userId: 'x', packId: '' } },
    ];
    for (const forged of forgeries) expect(await postWebhook(app, sessionCompleted(app, forged))).toBe(200);
    expect([await movementsOf(app, player), await movementsOf(app, victim.player)]).toEqual([[], []]);
    const after = [
      await outcomeCount(app, 'refused_foreign'),
      await outcomeCount(app, 'refused_amount'),
      await outcomeCount(app, 'refused_unknown'),
    ];
    expect(after.map((value, at) => value - (before[at] ?? 0))).toEqual([4, 2, 3]);
    // The rejected events have not changed the payment, so a correct event about the same session is accepted.
    expect(await postWebhook(app, sessionCompleted(app, session))).toBe(200);
    expect(await movementsOf(app, player)).toEqual(CREDIT);
  });

  it('ignores events of another site that shares the provider account', async () => {
    const { player, id } = await buyer();
    const session = {
      ...stripe.pay(id),
      id: 'cs_test_of_another_site',
      payment_intent: 'pi_of_another_site',
    };
    const theirs = { ...session, metadata: { ...session.metadata, site: 'another' } };
    for (const status of ['created', 'cancelled']) {
      await query(
        app.site.db,
        sql`update payments set session_id = null, status = ${status} where user_id = ${player.id}
            and paid_at is null`,
      );
      await postWebhook(app, sessionCompleted(app, theirs));
      await postWebhook(app, refundSession(app, theirs, 499));
    }
    // This event is ignored. The payment was cancelled before it had a page, so the player cannot have paid it.
    await postWebhook(app, sessionCompleted(app, session));
    const rows = await query(
      app.site.db,
      sql`select payment_intent_id as intent, status, refunded_cents from payments where user_id = ${player.id}`,
    );
    expect(rows).toEqual([{ intent: null, status: 'cancelled', refunded_cents: 0 }]);
    expect(await movementsOf(app, player)).toEqual([]);
  });

  it('credits nothing for a forged or replayed event', async () => {
    const { player, id } = await buyer();
    const session = stripe.pay(id);
    const received = sessionCompleted(app, session);
    const refused = [
      { ...received, signature: '' },
      { ...received, payload: received.payload.replace('"small"', '"large"') },
      signEvent(app, 'checkout.session.completed', session, { secret: 'whsec_guessed' }),
      signEvent(app, 'checkout.session.completed', session, { ageS: 400 }),
    ];
    for (const forged of refused) expect(await postWebhook(app, forged)).toBe(400);
    app.clock.advance(400_000);
    expect(await postWebhook(app, received)).toBe(400);
    expect(await movementsOf(app, player)).toEqual([]);
  });

  it('rejects an oversized or empty body, and ignores events of other types', async () => {
    const { player, id } = await buyer();
    const session = stripe.pay(id);
    expect(await postWebhook(app, sessionCompleted(app, { ...session, url: 'x'.repeat(300_000) }))).toBe(413);
    expect(await postWebhook(app, { payload: '', signature: 't=1,v1=00' })).toBe(400);
    expect(await postWebhook(app, signEvent(app, 'customer.created', session))).toBe(200);
    expect(await postWebhook(app, signEvent(app, 'checkout.session.of_the_future', session))).toBe(200);
    expect(await movementsOf(app, player)).toEqual([]);
  });
});
