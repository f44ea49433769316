import { describe, expect, it, vi } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import type { SandboxProvider } from '../../platform/payments/sandbox.ts';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import { query, queryValues } from '../../testing/queries.ts';
import { waitForMail } from '../accounts/testing.ts';
import { sendPendingReceipts, settleOpenPayments } from './jobs.ts';
import { DAY_MS } from './policy.ts';
import { deleteEvents } from './queries.ts';
import { confirmAddress, movementsOf, outcomeCount, rowOf, startPayment, verify } from './testing.ts';

const MINUTE_MS = 60_000;
const app = useTestApp();

const page = async (player: { fetch: TestPlayer['fetch'] }, id: string, headers = {}) => {
  const response = await player.fetch(`/sandbox-pay/${id}`, { headers });
  return { status: response.status, headers: response.headers, html: await response.text() };
};
const csrfIn = (html: string) => /name="csrf" value="([^"]+)"/.exec(html)?.[1] ?? '';
/** Submit the payment form as a browser without scripts does. */
async function press(
  player: TestPlayer,
  id: string,
  action: string,
  { csrf, headers = {} }: { csrf?: string; headers?: Record<string, string> } = {},
) {
  const token = csrf ?? csrfIn((await page(player, id)).html);
  const response = await player.fetch(`/sandbox-pay/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: app.url, ...headers },
    body: new URLSearchParams({ action, csrf: token }).toString(),
  });
  await response.text();
  return { status: response.status, location: response.headers.get('location') };
}

describe('the sandbox payment page', () => {
  it('is marked as a test, and works without scripts', async () => {
    const player = await app.player();
    expect((await player.call('GET /api/config')).body.payments).toBe('sandbox');
    const { body } = await player.call('POST /api/checkout/create-session', { body: { packId: 'large' } });
    const id = body.url.split('/').at(-1) ?? '';
    expect(body.url).toBe(`/sandbox-pay/${id}`);
    const { status, headers, html } = await page(player, id);
    expect(status).toBe(200);
    for (const part of ['TEST', '$19.99', '260 coins', '>Pay<', '>Decline<', '>Back<'])
      expect(html).toContain(part);
    expect(html).not.toContain('<script');
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^;]+; form-action 'self'/,
    );
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('responds with 503 during a database failure', async () => {
    const player = await app.player();
    const id = await startPayment(player);
    const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    const shown = vi.spyOn(app.site.payments as SandboxProvider, 'page').mockRejectedValueOnce(away);
    expect((await page(player, id)).status).toBe(503);
    shown.mockRestore();
    expect((await page(player, id)).status).toBe(200);
  });

  it('credits the coins once for concurrent submissions', async () => {
    const player = await app.player();
    const id = await startPayment(player);
    const csrf = csrfIn((await page(player, id)).html);
    const answers = await Promise.all(Array.from({ length: 8 }, () => press(player, id, 'pay', { csrf })));
    for (const answer of answers)
      expect(answer).toEqual({ status: 303, location: `/purchase/success?session_id=${id}` });
    expect(await movementsOf(app, player)).toEqual([['card', 50]]);
    // A session that is already paid cannot be declined.
    expect((await press(player, id, 'decline')).location).toBe(`/purchase/success?session_id=${id}`);
    expect((await verify(player, id)).body).toMatchObject({ status: 'paid', balance: 100 });
    expect((await page(player, id)).html).toContain('already paid');
  });

  it('cancels a declined payment', async () => {
    const player = await app.player();
    const id = await startPayment(player);
    expect(await press(player, id, 'back')).toEqual({ status: 303, location: '/purchase/cancel' });
    expect(await startPayment(player)).toBe(id);
    expect(await press(player, id, 'decline')).toEqual({ status: 303, location: '/purchase/cancel' });
    expect((await verify(player, id)).body.status).toBe('cancelled');
    expect(await press(player, id, 'pay')).toEqual({ status: 303, location: '/purchase/cancel' });
    expect(await movementsOf(app, player)).toEqual([]);
    expect(await startPayment(player)).not.toBe(id);
  });

  it('accepts only requests from its buyer with a valid CSRF token and without proxy headers', async () => {
    const [player, other] = [await app.player(), await app.player()];
    const id = await startPayment(player);
    expect((await page(other, id)).status).toBe(404);
    expect((await page(app.browser(), id)).status).toBe(404);
    for (const forged of ['sandbox_forged', '%00', 'sandbox_%00', 'x'.repeat(90)])
      expect((await page(player, forged)).status).toBe(404);
    for (const header of ['x-forwarded-for', 'x-real-ip', 'x-forwarded-proto', 'via', 'cf-connecting-ip'])
      expect((await page(player, id, { [header]: '203.0.113.9' })).status).toBe(404);
    const mine = csrfIn((await page(player, id)).html);
    const theirs = csrfIn((await page(other, await startPayment(other))).html);
    expect((await press(other, id, 'pay', { csrf: theirs })).status).toBe(404);
    for (const csrf of ['', 'forged', theirs])
      expect((await press(player, id, 'pay', { csrf })).status).toBe(403);
    for (const origin of ['http://evil.test', 'null', ''])
      expect((await press(player, id, 'pay', { csrf: mine, headers: { origin } })).status).toBe(403);
    const unnamed = await player.fetch(`/sandbox-pay/${id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ action: 'pay', csrf: mine }).toString(),
    });
    expect(unnamed.status).toBe(403);
    expect((await press(player, id, 'steal', { csrf: mine })).status).toBe(400);
    expect((await press(player, id, 'pay', { csrf: 'x'.repeat(5_000) })).status).toBe(413);
    expect(
      (await press(player, id, 'pay', { csrf: mine, headers: { 'content-type': 'application/json' } }))
        .status,
    ).toBe(415);
    expect(await movementsOf(app, player)).toEqual([]);
  });

  it('cannot be bypassed with a forged webhook event', async () => {
    const player = await app.player();
    const id = await startPayment(player);
    const before = await outcomeCount(app, 'refused_signature');
    const payment = await rowOf(app, id);
    const forged = JSON.stringify({
      id: 'e1',
      type: 'sandbox.decided',
      about: 'session',
      session: {
        id,
        state: 'paid',
        cents: 499,
        currency: 'usd',
        metadata: { paymentId: String(payment.id), userId: String(player.id), packId: 'small' },
        intent: 'i',
        url: null,
      },
    });
    for (const signature of ['', `t=${app.clock.now().getTime()},v1=forged`]) {
      const response = await player.fetch('/api/checkout/webhook', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        body: forged,
      });
      expect(response.status).toBe(400);
    }
    expect(await outcomeCount(app, 'refused_signature')).toBe(before + 2);
    expect(await movementsOf(app, player)).toEqual([]);
  });
});

describe('the payment jobs', () => {
  /** Mark a sandbox session as paid without sending the webhook event. */
  const payWithoutEvent = (id: string) =>
    query(app.site.db, sql`update sandbox_sessions set state = 'paid' where id = ${id}`);

  it('credit a paid session once even if no webhook event arrives', async () => {
    const player = await app.player();
    const id = await startPayment(player);
    await payWithoutEvent(id);
    await settleOpenPayments(app.site);
    expect(await movementsOf(app, player)).toEqual([]);
    app.clock.advance(4 * MINUTE_MS);
    await Promise.all([settleOpenPayments(app.site), settleOpenPayments(app.site)]);
    await settleOpenPayments(app.site);
    expect(await movementsOf(app, player)).toEqual([['card', 50]]);
  });

  it('cancel an unpaid payment after a day', async () => {
    const [player, other] = [await app.player(), await app.player()];
    const [id, lost] = [await startPayment(player), await startPayment(other)];
    await query(
      app.site.db,
      sql`update payments set session_id = null, status = 'created' where session_id = ${lost}`,
    );
    app.clock.advance(4 * MINUTE_MS);
    await settleOpenPayments(app.site);
    const statusOf = async ({ id: userId }: TestPlayer) =>
      (
        await query<{ status: string }>(
          app.site.db,
          sql`select status from payments where user_id = ${userId}`,
        )
      )[0]?.status;
    expect([await statusOf(player), await statusOf(other)]).toEqual(['pending', 'cancelled']);
    app.clock.advance(DAY_MS);
    await settleOpenPayments(app.site);
    expect((await rowOf(app, id)).status).toBe('cancelled');
  });

  it('send one receipt, after the buyer’s email address is confirmed', async () => {
    const player = await app.player();
    const id = await startPayment(player);
    await press(player, id, 'pay');
    await sendPendingReceipts(app.site);
    expect((await rowOf(app, id)).receipt_sent_at).toBeNull();
    await confirmAddress(app, player);
    await Promise.all([sendPendingReceipts(app.site), sendPendingReceipts(app.site)]);
    expect((await rowOf(app, id)).receipt_sent_at).toEqual(app.clock.now());
    const mail = await waitForMail(app, `${player.username}@test.invalid`, 'receipt');
    expect(mail.subject).toMatch(/^TEST: /);
    expect(mail.text).toContain('You weren’t charged');
  });

  it('delete payment events that were received before a given time', async () => {
    app.clock.advance(1);
    const player = await app.player();
    await press(player, await startPayment(player), 'pay');
    const events = () =>
      queryValues(app.site.db, sql`select id from payment_events where received_at >= ${now}`);
    const now = app.clock.now();
    await deleteEvents(app.site.db, now);
    expect(await events()).toHaveLength(1);
    await deleteEvents(app.site.db, new Date(now.getTime() + 1));
    expect(await events()).toEqual([]);
  });

  it('send the other receipts if one receipt fails', async () => {
    const [player, other] = [await app.player(), await app.player()];
    const [broken, whole] = [await startPayment(player), await startPayment(other)];
    for (const [buyer, id] of [
      [player, broken],
      [other, whole],
    ] as const) {
      await press(buyer, id, 'pay');
      app.clock.advance(1);
      await confirmAddress(app, buyer);
    }
    const send = vi.spyOn(app.site.jobs, 'send').mockRejectedValueOnce(new Error('no room'));
    await expect(sendPendingReceipts(app.site)).rejects.toThrow(AggregateError);
    send.mockRestore();
    expect((await rowOf(app, broken)).receipt_sent_at).toBeNull();
    expect((await rowOf(app, whole)).receipt_sent_at).not.toBeNull();
    await sendPendingReceipts(app.site);
    expect((await rowOf(app, broken)).receipt_sent_at).not.toBeNull();
  });
});
