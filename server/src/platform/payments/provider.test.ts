import { MINUTE } from '@rivalhold/shared/time-units.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFakeStripe, type FakeStripe, sessionCompleted } from '../../features/checkout/testing.ts';
import type { TestApp } from '../../testing/app.ts';
import { manualClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import { openPaymentProvider } from './open-provider.ts';
import { InvalidSignatureError, type PaymentProvider } from './provider.ts';

const clock = manualClock(new Date('2026-06-01T12:00:00Z'));
/** A partial app, because `sessionCompleted` uses only the app's clock. */
const app = { clock } as TestApp;
const ORDER = {
  key: 'order:1',
  title: 'Three swords',
  cents: 1_250,
  currency: 'usd',
  metadata: { orderId: '1' },
  successPath: '/done?session_id={CHECKOUT_SESSION_ID}',
  cancelPath: '/never-mind',
};

let stripe: FakeStripe;
let payments: PaymentProvider;
const outcomes: boolean[] = [];
beforeAll(async () => {
  stripe = await createFakeStripe();
  const config = readConfig({
    ...stripe.env,
    SESSION_SECRET: 'x'.repeat(32),
    PUBLIC_URL: 'https://rivalhold.test',
  });
  payments = (await openPaymentProvider(config, {
    db: null as never,
    clock,
    log: pino({ level: 'silent' }),
    recordOutcome: (answered) => outcomes.push(answered),
  })) as PaymentProvider;
});
afterAll(() => stripe.close());

describe('the Stripe provider, with the Stripe library', () => {
  it('creates one payment page per key', async () => {
    const session = await payments.open(ORDER);
    expect(session).toMatchObject({
      state: 'open',
      cents: 1_250,
      currency: 'usd',
      metadata: { orderId: '1' },
    });
    expect((await payments.open(ORDER)).id).toBe(session.id);
    expect(stripe.sessions.get(session.id)).toMatchObject({
      success_url: 'https://rivalhold.test/done?session_id={CHECKOUT_SESSION_ID}',
      cancel_url: 'https://rivalhold.test/never-mind',
    });
    await expect(payments.open({ ...ORDER, cents: 1 })).rejects.toMatchObject({ code: 'unavailable' });
    expect(outcomes).toEqual([true, true, false]);
  });

  it('reports the state of a payment session, and closes only open sessions', async () => {
    const { id } = await payments.open({ ...ORDER, key: 'order:2' });
    expect(await payments.find('cs_test_unknown')).toBeNull();
    stripe.pay(id);
    expect(await payments.close(id)).toMatchObject({ state: 'paid', intent: `pi_${id}`, url: null });
    const other = await payments.open({ ...ORDER, key: 'order:3' });
    expect(await payments.close(other.id)).toMatchObject({ state: 'cancelled', url: null });
    expect(await payments.find(other.id)).toMatchObject({ state: 'cancelled' });
  });

  it('accepts a signature only for the signed bytes, and only for five minutes', async () => {
    const { id } = await payments.open({ ...ORDER, key: 'order:4' });
    const { payload, signature } = sessionCompleted(app, stripe.pay(id));
    const read = (text = payload, signed: string | undefined = signature) =>
      payments.readEvent(Buffer.from(text), signed);
    expect(read()).toMatchObject({ about: 'session', session: { id, state: 'paid' } });
    const forged = [
      () => read(payload.replace('1250', '9950')),
      () => read(`${payload} `),
      () => payments.readEvent(Buffer.from(payload), undefined),
      () => read(payload, 't=1,v1=00'),
      () => read(payload, signature.replace('v1=', 'v0=')),
      () => read('', signature),
    ];
    for (const forgery of forged) expect(forgery).toThrow(InvalidSignatureError);
    clock.advance(4 * MINUTE);
    expect(read()).toMatchObject({ about: 'session' });
    clock.advance(2 * MINUTE);
    expect(() => read()).toThrow(InvalidSignatureError);
  });
});
