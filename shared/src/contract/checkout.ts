import Type, { type Static } from 'typebox';
import { LIMITS } from '../limits.ts';
import { type Contract, closedObject, Nullable } from './schema.ts';

export const PackId = Type.Union([Type.Literal('small'), Type.Literal('medium'), Type.Literal('large')]);
export type PackId = Static<typeof PackId>;

/** How many packs a player may buy in 24 hours, and how many they have bought. */
export const PurchaseLimit = Type.Object({
  packsPerDay: Type.Integer(),
  bought: Type.Integer(),
  /** Coins that a returned payment took back and that were spent already: the next pack pays them first. */
  owed: Type.Integer(),
  /** A higher limit that holds from then on; null when none is waiting. */
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
      summary: 'Begins the payment of a pack of coins; answers the address of the payment page.',
    },
    'GET /api/checkout/verify-session': {
      access: 'player',
      query: Type.Object({ session_id: Type.String({ minLength: 1, maxLength: 200 }) }),
      reply: Type.Object({
        status: Type.Union([Type.Literal('paid'), Type.Literal('pending'), Type.Literal('cancelled')]),
        packId: PackId,
        /** Of the pack. */
        coins: Type.Integer(),
        /** The current balance. */
        balance: Type.Integer(),
      }),
      summary: 'What became of one’s own payment; credits it when it is paid and was not credited yet.',
    },
    'GET /api/checkout/limit': {
      access: 'player',
      reply: PurchaseLimit,
      summary: 'How many packs one may buy in a day.',
    },
    'PUT /api/checkout/limit': {
      access: 'player',
      body: Type.Object(
        { packsPerDay: Type.Integer({ minimum: 0, maximum: LIMITS.packsPerDay }) },
        closedObject,
      ),
      reply: PurchaseLimit,
      summary: 'Sets a limit of one’s own: a lower one holds at once, a higher one after 24 hours.',
    },
  },
} as const satisfies Contract;
