import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sql, sql, type Tx, transaction } from '../../platform/db/db.ts';
import type { TestApp, TestPlayer } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { failAfterStatement } from '../../testing/statements.ts';
import { moveCoins, verifyLedger } from '../coins/service.ts';
import { erase } from '../deletion/service.ts';
import { deleteWithoutJob } from '../deletion/testing.ts';
import { createStaff } from '../moderation/testing.ts';
import { sendPendingReceipts, settleOpenPayments } from './jobs.ts';
import {
  confirmAddress,
  createFakeStripe,
  createStripeApp,
  disputeSession,
  type FakeStripe,
  failRefund,
  movementsOf,
  outcomeCount,
  postWebhook,
  refundSession,
  rowOf,
  type StripeSession,
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
afterAll(async () => {
  await app.close();
  await stripe.close();
});

/** Create a player who has bought a small pack and has `kept` of their 100 coins left. */
async function paid(kept = 100): Promise<{ player: TestPlayer; session: StripeSession; id: string }> {
  const player = await app.player();
  const id = await startPayment(player);
  const session = stripe.pay(id);
  await postWebhook(app, sessionCompleted(app, session));
  await spend(player, 100 - kept);
  return { player, session, id };
}
const spend = (player: TestPlayer, amount: number) =>
  transaction(app.site.db, (tx) =>
    moveCoins(tx, app.site, {
      userId: player.id,
      amount: -amount,
      reason: 'purchase',
      reference: 'item:1x1',
      key: `spent:${player.id}:${amount}`,
      at: app.clock.now(),
    }),
  );
const refundsOf = async (player: TestPlayer) =>
  (await movementsOf(app, player)).filter(([reason]) => reason === 'refund').map(([, amount]) => amount);

describe('a refund', () => {
  it('takes the coins back once, even if the provider reports it several times', async () => {
    const { player, session, id } = await paid();
    const received = refundSession(app, session, 499);
    const again = Array.from({ length: 10 }, () => postWebhook(app, received));
    const others = Array.from({ length: 10 }, () => postWebhook(app, refundSession(app, session, 499)));
    expect(new Set(await Promise.all([...again, ...others]))).toEqual(new Set([200]));
    expect(await refundsOf(player)).toEqual([-50]);
    expect(await rowOf(app, id)).toMatchObject({ status: 'refunded', claimed: 50, owed: 0 });
    expect((await verify(player, id)).body.status).toBe('cancelled');
    const { body } = await player.call('GET /api/notifications');
    expect(body.items[0]).toMatchObject({ type: 'system', title: 'Payment refunded or disputed' });
    // The money was returned, so the pack does not count towards the purchase limit.
    expect((await player.call('GET /api/checkout/limit')).body).toMatchObject({ bought: 0, owed: 0 });
  });

  it('takes only a proportional part of the coins if it is partial', async () => {
    const { player, session, id } = await paid();
    for (const cents of [100, 250, 100, 499]) await postWebhook(app, refundSession(app, session, cents));
    expect(await refundsOf(player)).toEqual([-10, -15, -25]);
    expect((await rowOf(app, id)).status).toBe('refunded');
  });

  it('records already spent coins as owed, and deducts them from the next pack', async () => {
    const admin = await createStaff(app, 'admin');
    const { player, session, id } = await paid(20);
    await postWebhook(app, refundSession(app, session, 499));
    expect(await refundsOf(player)).toEqual([-20]);
    expect(await rowOf(app, id)).toMatchObject({ claimed: 50, owed: 30 });
    const { body } = await admin.call('GET /api/notifications');
    expect(body.items[0]).toMatchObject({
      type: 'system',
      text: expect.stringContaining(
        'was refunded or disputed. Taken from the player: 20 coins. Still owed: 30 coins.',
      ),
      data: { link: `/admin/edit-user?user=${player.id}` },
    });
    expect((await player.call('GET /api/checkout/limit')).body.owed).toBe(30);
    const next = await startPayment(player, 'medium');
    await postWebhook(app, sessionCompleted(app, stripe.pay(next)));
    expect((await movementsOf(app, player)).slice(-2)).toEqual([
      ['card', 120],
      ['refund', -30],
    ]);
    expect((await player.call('GET /api/checkout/limit')).body.owed).toBe(0);
    expect((await verify(player, next)).body.balance).toBe(90);
  });

  it('that arrives before the payment prevents or reduces the credit', async () => {
    const player = await app.player();
    const id = await startPayment(player);
    const session = stripe.pay(id);
    await postWebhook(app, refundSession(app, session, 499));
    await postWebhook(app, sessionCompleted(app, session));
    expect([await movementsOf(app, player), (await rowOf(app, id)).status]).toEqual([[], 'refunded']);
    const part = await startPayment(player);
    const other = stripe.pay(part);
    await postWebhook(app, refundSession(app, other, 250));
    await verify(player, part);
    expect(await movementsOf(app, player)).toEqual([
      ['card', 50],
      ['refund', -25],
    ]);
  });

  it('takes no coins for a payment that was never credited', async () => {
    const player = await app.player();
    await confirmAddress(app, player);
    const id = await startPayment(player);
    const session = stripe.pay(id);
    for (const received of [
      refundSession(app, session, 499),
      sessionCompleted(app, session),
      disputeSession(app, session, 'warning_needs_response'),
      disputeSession(app, session, 'needs_response'),
      disputeSession(app, session, 'lost', { type: 'closed' }),
    ])
      expect(await postWebhook(app, received)).toBe(200);
    await sendPendingReceipts(app.site);
    expect(await movementsOf(app, player)).toEqual([]);
    expect(await rowOf(app, id)).toMatchObject({
      status: 'refunded',
      credited: false,
      receipt_sent_at: null,
    });
    // Simulate a payment that completes after the player's account has been deleted.
    const ownerless = await startPayment(player);
    const late = stripe.pay(ownerless);
    await query(app.site.db, sql`update payments set user_id = 999999 where session_id = ${ownerless}`);
    late.metadata.userId = '999999';
    await postWebhook(app, sessionCompleted(app, late));
    await postWebhook(app, disputeSession(app, late, 'needs_response'));
    expect(await rowOf(app, ownerless)).toMatchObject({ credited: false, claimed: 0, owed: 0 });
  });

  it('is undone once if the bank rejects it', async () => {
    const { player, session, id } = await paid();
    const [first, second] = [refundSession(app, session, 100), refundSession(app, session, 499)];
    await postWebhook(app, second);
    const failed = failRefund(app, session);
    const ways = [failed, failed, failRefund(app, session, 'charge.refund.updated'), first];
    await Promise.all(ways.map((received) => postWebhook(app, received)));
    expect(await refundsOf(player)).toEqual([-50, 40]);
    expect(await rowOf(app, id)).toMatchObject({ status: 'paid', claimed: 10 });
    await postWebhook(app, refundSession(app, session, 499));
    expect(await refundsOf(player)).toEqual([-50, 40, -40]);
  });

  it('that arrives before the payment and then fails does not prevent the credit', async () => {
    const player = await app.player();
    const session = stripe.pay(await startPayment(player));
    await postWebhook(app, refundSession(app, session, 499));
    await postWebhook(app, sessionCompleted(app, session));
    await postWebhook(app, failRefund(app, session));
    app.clock.advance(5 * 60_000);
    await settleOpenPayments(app.site);
    expect(await movementsOf(app, player)).toEqual([['card', 50]]);
  });

  it('is rejected with 503 while the provider is down', async () => {
    const { player, session } = await paid();
    const received = refundSession(app, session, 499);
    stripe.mood.fails = 500;
    expect(await postWebhook(app, received)).toBe(503);
    stripe.mood.fails = null;
    expect(await postWebhook(app, received)).toBe(200);
    expect(await refundsOf(player)).toEqual([-50]);
  });

  it('takes coins only if it matches a payment', async () => {
    const { player, session } = await paid();
    const before = await outcomeCount(app, 'refused_unknown');
    const stranger = { ...session, payment_intent: 'pi_never_ours' };
    for (const received of [
      refundSession(app, stranger, 499),
      refundSession(app, stranger, 499, { metadata: {} }),
      refundSession(app, session, 499, { payment_intent: null }),
      refundSession(app, session, 499, { currency: 'eur' }),
      refundSession(app, session, 499, { amount: 1 }),
    ])
      expect(await postWebhook(app, received)).toBe(200);
    expect(await refundsOf(player)).toEqual([]);
    expect(await outcomeCount(app, 'refused_unknown')).toBe(before + 3);
  });

  it('takes the coins once, even if the server crashes at any statement', async () => {
    for (let n = 1, reached = true; reached; n++) {
      expect(n).toBeLessThan(60);
      const { player, session } = await paid(80);
      const received = refundSession(app, session, 499);
      reached = await failAfterStatement(app, n, () => postWebhook(app, received));
      await postWebhook(app, received);
      expect(await refundsOf(player)).toEqual([-50]);
    }
  });
});

describe('a dispute', () => {
  it('takes the coins while it is open, and returns them if it is won', async () => {
    const { player, session, id } = await paid(30);
    for (let n = 0; n < 3; n++) await postWebhook(app, disputeSession(app, session, 'needs_response'));
    expect(await rowOf(app, id)).toMatchObject({ status: 'disputed', claimed: 50, owed: 20 });
    await postWebhook(app, disputeSession(app, session, 'won', { type: 'closed' }));
    await postWebhook(app, disputeSession(app, session, 'won', { type: 'funds_reinstated' }));
    // Winning the dispute cancels the owed coins and returns the taken coins. An older event that arrives late changes
    // nothing.
    await postWebhook(app, disputeSession(app, session, 'under_review', { type: 'updated' }));
    expect(await refundsOf(player)).toEqual([-30, 30]);
    expect(await rowOf(app, id)).toMatchObject({ status: 'paid', claimed: 0, owed: 0 });
  });

  it('takes no coins while it is only an inquiry', async () => {
    const { player, session, id } = await paid();
    await postWebhook(app, disputeSession(app, session, 'warning_needs_response'));
    expect([await refundsOf(player), (await rowOf(app, id)).status]).toEqual([[], 'paid']);
    await postWebhook(app, disputeSession(app, session, 'needs_response', { type: 'funds_withdrawn' }));
    await postWebhook(app, disputeSession(app, session, 'lost', { type: 'closed' }));
    expect([await refundsOf(player), (await rowOf(app, id)).status]).toEqual([[-50], 'disputed']);
  });

  it('gives the coins back if it is won after being lost', async () => {
    const { player, session, id } = await paid();
    await postWebhook(app, disputeSession(app, session, 'lost', { type: 'closed' }));
    await postWebhook(app, disputeSession(app, session, 'won', { type: 'funds_reinstated' }));
    await postWebhook(app, disputeSession(app, session, 'lost', { type: 'updated' }));
    expect([await refundsOf(player), (await rowOf(app, id)).status]).toEqual([[-50, 50], 'paid']);
  });

  it('does not affect another dispute of the same payment', async () => {
    const { player, session, id } = await paid();
    const one = { id: `du_one_${id}` };
    const two = { id: `du_two_${id}`, amount: 250 };
    await postWebhook(app, disputeSession(app, session, 'lost', one));
    await postWebhook(app, disputeSession(app, session, 'warning_needs_response', two));
    await postWebhook(app, disputeSession(app, session, 'needs_response', two));
    await postWebhook(app, disputeSession(app, session, 'needs_response', one));
    await postWebhook(app, disputeSession(app, session, 'won', two));
    expect([await refundsOf(player), (await rowOf(app, id)).status]).toEqual([[-50], 'disputed']);
    await postWebhook(app, disputeSession(app, session, 'won', { ...one, type: 'funds_reinstated' }));
    expect([await refundsOf(player), (await rowOf(app, id)).status]).toEqual([[-50, 50], 'paid']);
  });

  it('takes no more coins than the pack contains, even together with a refund', async () => {
    const { player, session } = await paid();
    await postWebhook(app, refundSession(app, session, 250));
    await postWebhook(app, disputeSession(app, session, 'needs_response'));
    await postWebhook(app, refundSession(app, session, 499));
    expect(await refundsOf(player)).toEqual([-25, -25]);
  });
});

describe('admin notifications about a payment', () => {
  it('arrive even if the buyer has blocked the admin', async () => {
    const admin = await createStaff(app, 'admin');
    const { player, session, id } = await paid();
    await player.call('POST /api/blocks/{userId}', { params: { userId: admin.id } });
    await postWebhook(app, disputeSession(app, session, 'needs_response'));
    const { id: payment } = await rowOf(app, id);
    const shown = await admin.call('GET /api/admin/users/{id}/stats', { params: { id: player.id } });
    expect(shown.body.user.username).toBe(player.username);
    await deleteWithoutJob(app, player);
    await erase(app.site, player.id);
    const { body } = await admin.call('GET /api/notifications');
    expect(body.items.map(({ title, text }) => [title, text])).toEqual([
      [
        'Payment refunded or disputed',
        `Payment ${payment} was refunded or disputed. Taken from the player: 50 coins. Still owed: 0 coins.`,
      ],
      ['Payment dispute', `Payment ${payment} is disputed.`],
    ]);
    expect(body.items.map(({ data }) => data.link)).toEqual(
      Array(2).fill(`/admin/edit-user?user=${player.id}`),
    );
    expect(JSON.stringify(body)).not.toContain(player.username);
  });
});

describe('the verification of the ledger', () => {
  it('finds no differences after these tests', async () => {
    expect((await verifyLedger(app.site.db)).differences).toEqual([]);
  });

  it.each([
    ['coins', sql`coins = coins + 1`, 'which did not pay that'],
    ['status', sql`status = 'cancelled'`, 'which did not pay that'],
    ['claimed', sql`claimed_coins = claimed_coins - 1`, 'payments took back 9, but the rows add up to 10'],
    ['user_id', sql`user_id = 999999`, 'which is not a payment'],
  ])('reports a payment whose column %s was changed', async (_, change, what) => {
    await expectDifference((id) => sql`update payments set ${change} where id = ${id}`, what);
  });

  it('reports a paid payment that has no row in the ledger', async () => {
    await expectDifference(
      (id) =>
        sql`insert into payments (user_id, pack, coins, cents, currency, provider, status, created_at)
            select user_id, pack, coins, cents, currency, provider, 'paid', created_at
            from payments where id = ${id}`,
      'paid 50, but has no row',
    );
  });

  /** Execute a statement for a partially refunded payment, expect `verifyLedger` to report `what`, and roll back. */
  async function expectDifference(statementFor: (paymentId: number) => Sql, what: string): Promise<void> {
    const { player, session, id } = await paid();
    await postWebhook(app, refundSession(app, session, 100));
    const { id: payment } = await rowOf(app, id);
    let found: string[] = [];
    const undone = transaction(app.site.db, async (tx: Tx) => {
      await query(tx, statementFor(payment));
      found = (await verifyLedger(tx)).differences
        .filter(({ userId }) => userId === player.id)
        .map((difference) => difference.problem);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(found).toContainEqual(expect.stringContaining(what));
  }
});
