import Type, { type Static } from 'typebox';
import { LIMITS } from '../limits.ts';
import { type Contract, closedObject, Nullable } from './schema.ts';

export const PackId = Type.Union([Type.Literal('small'), Type.Literal('medium'), Type.Literal('large')]);
export type PackId = Static<typeof PackId>;

/**
 * The player's daily limit on coin packs. `bought` is the number of packs that the player has bought in the last 24
 * hours, not counting refunded packs.
 */
export const PurchaseLimit = Type.Object({
  packsPerDay: Type.Integer(),
  bought: Type.Integer(),
  /**
   * Number of coins that the player owes, because they had already spent coins from payments that were refunded or
   * disputed. The next pack first pays off this debt.
   */
  owed: Type.Integer(),
  /** A higher limit that is not in effect yet, and the time at which it takes effect; null if no change is pending. */
  next: Nullable(Type.Object({ packsPerDay: Type.Integer(), from: Type.String({ format: 'date-time' }) })),
});
export type PurchaseLimit = Static<typeof PurchaseLimit>;

export const checkout = {
  routes: {
    'POST /api/checkout/create-session': {
      access: 'player',
      idempotent: 'steps',
      body: Type.Object({ packId: Type.String({ maxLength: 40 }) }, closedObject),
      reply: Type.Object({ url: Type.String() }),
      summary: 'Starts the payment for a coin pack; returns the URL of the payment page.',
    },
    'GET /api/checkout/verify-session': {
      access: 'player',
      query: Type.Object({ session_id: Type.String({ minLength: 1, maxLength: 200 }) }),
      reply: Type.Object({
        status: Type.Union([Type.Literal('paid'), Type.Literal('pending'), Type.Literal('cancelled')]),
        packId: PackId,
        /** Number of coins in the pack. */
        coins: Type.Integer(),
        /** The current balance. */
        balance: Type.Integer(),
      }),
      summary: "The status of the caller's payment. Credits the payment if it is paid but not yet credited.",
    },
    'GET /api/checkout/limit': {
      access: 'player',
      reply: PurchaseLimit,
      summary: "The caller's daily limit on coin packs.",
    },
    'PUT /api/checkout/limit': {
      access: 'player',
      body: Type.Object(
        { packsPerDay: Type.Integer({ minimum: 0, maximum: LIMITS.packsPerDay }) },
        closedObject,
      ),
      reply: PurchaseLimit,
      summary: "Sets the caller's limit: a lower limit applies immediately, a higher limit after 24 hours.",
    },
  },
} as const satisfies Contract;
