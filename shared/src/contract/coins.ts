import Type, { type Static } from 'typebox';
import { LIMITS } from '../limits.ts';
import { type Contract, cursorQuery, Id, Nullable, page, Time } from './schema.ts';

/** Reasons for coin movements; see docs/economy.md. */
export const CoinReason = Type.Enum([
  'start',
  'victory',
  'purchase',
  'sale',
  'adjustment',
  'card',
  'refund',
  'quest',
  'lesson',
  'goal',
  'demo',
]);
export type CoinReason = Static<typeof CoinReason>;

/** A row of the ledger, as shown to its owner. */
export const CoinMovement = Type.Object({
  id: Id,
  /** Positive for income, negative for spending. */
  amount: Type.Integer(),
  reason: CoinReason,
  /** The balance after the movement. */
  balance: Type.Integer(),
  /** The item that was bought or sold (`itemId`, `quantity`), or the fight that earned the coins (`fightId`). */
  itemId: Nullable(Id),
  quantity: Nullable(Type.Integer()),
  fightId: Nullable(Id),
  createdAt: Time,
});
export type CoinMovement = Static<typeof CoinMovement>;

export const coins = {
  routes: {
    'GET /api/coins/history': {
      access: 'player',
      query: Type.Object(cursorQuery(LIMITS.coinHistoryPage, 100)),
      reply: page(CoinMovement),
      summary: "The caller's coin movements, newest first.",
    },
  },
  serverEvents: {
    /** Sent to every tab of the owner after each movement. */
    'coins:changed': Type.Object({ coins: Type.Integer(), amount: Type.Integer(), reason: CoinReason }),
  },
} as const satisfies Contract;
