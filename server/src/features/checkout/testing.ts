import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { checkout, PackId } from '@rivalhold/shared/contract/checkout.ts';
import { sql } from '../../platform/db/db.ts';
import { createTestApp, type TestApp, type TestPlayer } from '../../testing/app.ts';
import type { CasesOf } from '../../testing/cases.ts';
import { query } from '../../testing/queries.ts';

const SECRET_KEY = 'sk_test_of_the_tests';
const WEBHOOK_SECRET = 'whsec_of_the_tests';

export type StripeSession = {
  id: string;
  object: 'checkout.session';
  url: string | null;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid' | 'paid';
  payment_intent: string | null;
  amount_total: number;
  currency: string;
  metadata: Record<string, string>;
  success_url: string;
  cancel_url: string;
};
type StripeRefund = { id: string; payment_intent: string | null; amount: number; status: string };
/** Refunds of all payments. `payment_intent` identifies the payment. */
const refunds: StripeRefund[] = [];

/** A webhook event, signed as the provider signs events. */
export type SignedEvent = { payload: string; signature: string };

/** Session parameters that the provider accepts. The provider rejects all other parameters. */
const KNOWN_PARAMETERS =
  /^(mode|allowed_payment_method_types\[0\]|adaptive_pricing\[enabled\]|line_items\[0\]\[(quantity|price_data\]\[(currency|unit_amount|product_data\]\[name))\]|(payment_intent_data\[)?metadata(\]?\[\w+\])|payment_intent_data\[(description|metadata)\](\[\w+\])?|success_url|cancel_url)$/;

/** Start a fake of the provider's HTTP API on loopback. */
export async function createFakeStripe() {
  const sessions = new Map<string, StripeSession>();
  const byKey = new Map<string, { body: string; session: StripeSession }>();
  const calls: string[] = [];
  /**
   * Behavior of the provider. If `fails` is an HTTP status, every call fails with this status. If it is `cut`, the
   * connection of every call is dropped. `beforeAnswer` is awaited before each response.
   */
  const mood: { fails: number | 'cut' | null; beforeAnswer: (() => Promise<void>) | null } = {
    fails: null,
    beforeAnswer: null,
  };

  function create(request: IncomingMessage, body: string): [number, object] {
    const fields = new URLSearchParams(body);
    for (const name of fields.keys()) {
      if (!KNOWN_PARAMETERS.test(name))
        return paymentFailure(400, 'parameter_unknown', `Received unknown parameter: ${name}`);
    }
    const key = String(request.headers['idempotency-key']);
    const stored = byKey.get(key);
    if (stored && stored.body !== body)
      return paymentFailure(400, 'idempotency_error', 'A key can only be reused for the same call');
    if (stored) return [200, stored.session];
    const id = `cs_test_${randomUUID().replaceAll('-', '')}`;
    const session: StripeSession = {
      id,
      object: 'checkout.session',
      url: `https://checkout.stripe.test/c/pay/${id}`,
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      amount_total: Number(fields.get('line_items[0][price_data][unit_amount]')),
      currency: String(fields.get('line_items[0][price_data][currency]')),
      metadata: Object.fromEntries(
        [...fields].flatMap(([name, value]) => {
          const [, inner] = /^metadata\[(\w+)\]$/.exec(name) ?? [];
          return inner ? [[inner, value]] : [];
        }),
      ),
      success_url: String(fields.get('success_url')),
      cancel_url: String(fields.get('cancel_url')),
    };
    sessions.set(id, session);
    byKey.set(key, { body, session });
    return [200, session];
  }

  function answer(request: IncomingMessage, body: string): [number, object] {
    if (request.headers.authorization !== `Bearer ${SECRET_KEY}`)
      return paymentFailure(401, 'api_key', 'Wrong key');
    const url = new URL(request.url ?? '', 'http://stripe.test');
    if (url.pathname === '/v1/refunds') {
      const intent = url.searchParams.get('payment_intent');
      const data = refunds.filter(({ payment_intent }) => payment_intent === intent);
      return [200, { object: 'list', data, has_more: false }];
    }
    const [, , , , id = '', action] = (request.url ?? '').split('?')[0]?.split('/') ?? [];
    if (request.method === 'POST' && !id) return create(request, body);
    const session = sessions.get(id);
    if (!session) return paymentFailure(404, 'resource_missing', 'No such checkout session');
    if (action !== 'expire') return [200, session];
    if (session.status !== 'open')
      return paymentFailure(400, 'not_open', 'Only open sessions can be expired');
    Object.assign(session, { status: 'expired', url: null });
    return [200, session];
  }

  const server = createServer(async (request, response) => {
    const body = await text(request);
    calls.push(`${request.method} ${request.url?.replace(/cs_test_\w+/, '{id}')}`);
    if (mood.fails === 'cut') return request.socket.destroy();
    const [status, content] =
      mood.fails === null ? answer(request, body) : paymentFailure(mood.fails, 'api_error', 'Not today');
    await mood.beforeAnswer?.();
    response.writeHead(status, { 'content-type': 'application/json', 'stripe-should-retry': 'false' });
    response.end(JSON.stringify(content));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    sessions,
    calls,
    mood,
    env: {
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_BASE: url,
    },
    /** Pay a session as the buyer. */
    pay(id: string): StripeSession {
      const session = sessions.get(id);
      if (!session) throw new Error(`There is no session ${id}`);
      return Object.assign(session, {
        status: 'complete',
        payment_status: 'paid',
        url: null,
        payment_intent: `pi_${id}`,
      });
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
export type FakeStripe = Awaited<ReturnType<typeof createFakeStripe>>;

const paymentFailure = (status: number, code: string, message: string): [number, object] => [
  status,
  {
    error: { type: status === 404 || status === 400 ? 'invalid_request_error' : 'api_error', code, message },
  },
];

/** Sign an event as the provider does: HMAC-SHA256 over the time, a dot and the raw bytes. */
export function signEvent(
  app: TestApp,
  type: string,
  object: object,
  { id = `evt_${randomUUID()}`, secret = WEBHOOK_SECRET, ageS = 0 } = {},
): SignedEvent {
  const payload = JSON.stringify({ id, object: 'event', type, data: { object } });
  const at = Math.floor(app.clock.now().getTime() / 1000) - ageS;
  const mac = createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex');
  return { payload, signature: `t=${at},v1=${mac}` };
}

/** Return the event of a completed session. */
export const sessionCompleted = (app: TestApp, session: StripeSession): SignedEvent =>
  signEvent(app, 'checkout.session.completed', session);

/** Refund a payment, so that all its refunds add up to `cents`, and return the event. */
export function refundSession(
  app: TestApp,
  session: StripeSession,
  cents: number,
  more: object = {},
): SignedEvent {
  const before = refunds.filter(
    ({ payment_intent, status }) => payment_intent === session.payment_intent && status === 'succeeded',
  );
  const amount = cents - before.reduce((sum, refund) => sum + refund.amount, 0);
  if (amount > 0)
    refunds.push({
      id: `re_${randomUUID()}`,
      payment_intent: session.payment_intent,
      amount,
      status: 'succeeded',
    });
  return signEvent(app, 'charge.refunded', {
    object: 'charge',
    payment_intent: session.payment_intent,
    amount: session.amount_total,
    currency: session.currency,
    amount_refunded: cents,
    refunded: cents === session.amount_total,
    metadata: session.metadata,
    ...more,
  });
}

/** Mark the last refund of a payment as failed, and return the event. */
export function failRefund(app: TestApp, session: StripeSession, type = 'refund.failed'): SignedEvent {
  const refund = refunds.findLast(({ payment_intent }) => payment_intent === session.payment_intent);
  if (!refund) throw new Error('There is no refund');
  refund.status = 'failed';
  return signEvent(app, type, { object: 'refund', currency: session.currency, metadata: {}, ...refund });
}

/** Return an event of a dispute. */
export const disputeSession = (
  app: TestApp,
  session: StripeSession,
  status: string,
  { type = 'created', id = `du_${session.id}`, amount = session.amount_total } = {},
): SignedEvent =>
  signEvent(app, `charge.dispute.${type}`, {
    id,
    object: 'dispute',
    payment_intent: session.payment_intent,
    amount,
    currency: session.currency,
    status,
  });

/** Post an event to the webhook and return the status. */
export async function postWebhook(app: TestApp, { payload, signature }: SignedEvent): Promise<number> {
  const response = await fetch(`${app.url}/api/checkout/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    body: payload,
  });
  await response.text();
  return response.status;
}

/** Create an app that uses the fake provider. If `beside` is given, the app is a second node of the same site. */
export async function createStripeApp(stripe: FakeStripe, beside?: TestApp): Promise<TestApp> {
  return createTestApp({ env: stripe.env, ...(beside && { sharedWith: beside }) });
}

/** Start a payment and return the id of its session. */
export async function startPayment(player: TestPlayer, packId: PackId = 'small'): Promise<string> {
  const { status, body } = await player.call('POST /api/checkout/create-session', { body: { packId } });
  if (status !== 200) throw new Error(`create-session answered ${status}: ${JSON.stringify(body)}`);
  return body.url.split('/').at(-1) ?? '';
}

/** Return the response with the state of a payment. */
export const verify = (player: TestPlayer, sessionId: string) =>
  player.call('GET /api/checkout/verify-session', { query: { session_id: sessionId } });

/** Return a player's ledger rows except the starting coins, and check that the rows add up to the balance. */
export async function movementsOf(app: TestApp, player: TestPlayer): Promise<[string, number][]> {
  const rows = await query<{ reason: string; amount: number; coins: number }>(
    app.site.db,
    sql`select l.reason, l.amount, c.coins from coin_ledger l join characters c using (user_id)
     where l.user_id = ${player.id} order by l.id`,
  );
  const sum = rows.reduce((all, { amount }) => all + amount, 0);
  if (sum !== rows[0]?.coins)
    throw new Error(`The ledger adds up to ${sum}, but the balance is ${rows[0]?.coins}`);
  return rows.filter(({ reason }) => reason !== 'start').map(({ reason, amount }) => [reason, amount]);
}

/** Return the row of a payment. */
export async function rowOf(app: TestApp, sessionId: string) {
  const [row] = await query<{
    id: number;
    status: string;
    claimed: number;
    owed: number;
    credited: boolean;
    receipt_sent_at: Date | null;
  }>(
    app.site.db,
    sql`select id, status, claimed_coins as claimed, owed_coins as owed, credited, receipt_sent_at from payments where session_id = ${sessionId}`,
  );
  if (!row) throw new Error('There is no such payment');
  return row;
}

/** Mark a player's email address as confirmed. */
export const confirmAddress = (app: TestApp, player: TestPlayer) =>
  query(app.site.db, sql`update users set email_verified_at = ${app.clock.now()} where id = ${player.id}`);

/** Return the count of a payment outcome in the metrics. */
export async function outcomeCount(app: TestApp, outcome: string): Promise<number> {
  const counter = await app.site.metrics.registry.getSingleMetric('rivalhold_payments_total')?.get();
  return counter?.values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
}

/** @public Used by the tests of all routes and events. See `testing/cases.ts`. */
export const cases: CasesOf<typeof checkout> = {
  routes: {
    'POST /api/checkout/create-session': { call: () => ({ body: { packId: 'small' } }) },
    'GET /api/checkout/verify-session': {
      call: () => ({ query: { session_id: 'cs_test_of_another_player' } }),
      readStatus: 404,
    },
    'GET /api/checkout/limit': {},
    'PUT /api/checkout/limit': { call: () => ({ body: { packsPerDay: 5 } }) },
  },
  fill: async ({ owner }) => {
    await owner.call('POST /api/checkout/create-session', { body: { packId: 'small' } });
    // The second limit is higher, so it is stored as a pending limit.
    for (const packsPerDay of [1, 3]) await owner.call('PUT /api/checkout/limit', { body: { packsPerDay } });
  },
};
