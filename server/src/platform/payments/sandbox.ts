import { randomUUID } from 'node:crypto';
import Type, { type Static } from 'typebox';
import type { Clock } from '../clock.ts';
import { column } from '../db/columns.ts';
import { type Db, execute, queryFirst, queryOne, sql } from '../db/db.ts';
import { newToken, sign, timingSafeEqualText } from '../security/secrets.ts';
import {
  InvalidSignatureError,
  type PaymentEvent,
  type PaymentProvider,
  type PaymentSession,
} from './provider.ts';

/** Time in ms after which an unpaid session expires. */
const SESSION_LIFETIME_MS = 24 * 3_600_000;
const SIGNATURE_TOLERANCE_MS = 300_000;

/**
 * A payment provider for local sites. It charges nothing, and includes the payment page on which the buyer pays or
 * declines.
 */
export type SandboxProvider = PaymentProvider & {
  name: 'sandbox';
  /** Return the data for the payment page of a session. Return null for an unknown session. */
  page(sessionId: string): Promise<SandboxPage | null>;
  /**
   * Pay or decline an open session, and return the signed webhook event. If the session is no longer open, its state
   * does not change.
   */
  decide(sessionId: string, state: 'paid' | 'cancelled'): Promise<{ raw: Buffer; signature: string }>;
};
export type SandboxPage = {
  session: PaymentSession;
  title: string;
  successPath: string;
  cancelPath: string;
};

const SandboxSession = Type.Object({
  id: column.text,
  state: Type.Enum(['open', 'paid', 'cancelled']),
  title: column.text,
  cents: column.integer,
  currency: column.text,
  metadata: Type.Record(Type.String(), column.text),
  success_path: column.text,
  cancel_path: column.text,
  expires_at: column.date,
});
type SandboxSession = Static<typeof SandboxSession>;

const COLUMNS = sql`id, state, title, cents, currency, metadata, success_path, cancel_path, expires_at`;

/** Create a provider that charges nothing but otherwise behaves like a real provider. */
export function createSandboxProvider({
  db,
  clock,
  secret,
}: {
  db: Db;
  clock: Clock;
  secret: string;
}): SandboxProvider {
  const toSession = (row: SandboxSession): PaymentSession => {
    const isOver = row.state === 'open' && row.expires_at <= clock.now();
    const state = isOver ? 'cancelled' : row.state;
    return {
      id: row.id,
      state,
      url: state === 'open' ? `/sandbox-pay/${row.id}` : null,
      cents: row.cents,
      currency: row.currency,
      metadata: row.metadata,
      intent: state === 'paid' ? `intent_${row.id}` : null,
    };
  };
  const rowOf = (id: string): Promise<SandboxSession | undefined> =>
    queryFirst(db, SandboxSession, sql`select ${COLUMNS} from sandbox_sessions where id = ${id}`);
  const find = async (id: string) => {
    const row = await rowOf(id);
    return row ? toSession(row) : null;
  };
  const move = (id: string, state: 'paid' | 'cancelled') =>
    execute(
      db,
      sql`update sandbox_sessions set state = ${state}
       where id = ${id} and state = 'open' and expires_at > ${clock.now()}`,
    );
  const signatureOf = (at: number, text: string) => sign(secret, `sandbox:${at}:${text}`);

  return {
    name: 'sandbox',
    open: async (order) =>
      toSession(
        await queryOne(
          db,
          SandboxSession,
          sql`insert into sandbox_sessions
             (id, order_key, state, title, cents, currency, metadata, success_path, cancel_path, expires_at)
           values (${`sandbox_${newToken()}`}, ${order.key}, 'open', ${order.title},
             ${order.cents}, ${order.currency}, ${JSON.stringify(order.metadata)},
             ${order.successPath}, ${order.cancelPath},
             ${new Date(clock.now().getTime() + SESSION_LIFETIME_MS)})
           on conflict (order_key) do update set order_key = excluded.order_key
           returning ${COLUMNS}`,
        ),
      ),
    find,
    close: async (id) => {
      await move(id, 'cancelled');
      return find(id);
    },
    refunds: async () => [],
    page: async (id) => {
      const row = await rowOf(id);
      if (!row) return null;
      return {
        session: toSession(row),
        title: row.title,
        successPath: row.success_path.replace('{CHECKOUT_SESSION_ID}', encodeURIComponent(id)),
        cancelPath: row.cancel_path,
      };
    },
    decide: async (id, state) => {
      await move(id, state);
      const session = await find(id);
      const event = { id: randomUUID(), type: 'sandbox.decided', about: 'session', session };
      const at = clock.now().getTime();
      const text = JSON.stringify(event);
      return { raw: Buffer.from(text), signature: `t=${at},v1=${signatureOf(at, text)}` };
    },
    readEvent: (raw, signature) => {
      const [, time = '', given = ''] = /^t=(\d{1,15}),v1=([\w-]+)$/.exec(signature ?? '') ?? [];
      const text = raw.toString('utf8');
      const isOurs = timingSafeEqualText(given, signatureOf(Number(time), text));
      if (!isOurs || Math.abs(clock.now().getTime() - Number(time)) > SIGNATURE_TOLERANCE_MS)
        throw new InvalidSignatureError('The signature is not from the sandbox, or it is too old.');
      return JSON.parse(text) as PaymentEvent;
    },
  };
}
