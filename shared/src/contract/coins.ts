import Type, { type Static } from 'typebox';
import { LIMITS } from '../limits.ts';
import { type Contract, cursorQuery, Id, Nullable, page, Time } from './schema.ts';

/** Why coins move; see docs/economy.md. */
export const CoinReason = Type.Enum([
  'start',
  'victory',
  'purchase',
  'sale',
  'adjustment',
  'card',
  'refund',
  'quest',
  'demo',
]);
export type CoinReason = Static<typeof CoinReason>;

/** One row of the ledger, as its owner sees it. */
export const CoinMovement = Type.Object({
  id: Id,
  /** Above 0 what came, below 0 what went. */
  amount: Type.Integer(),
  reason: CoinReason,
  /** The balance after the movement. */
  balance: Type.Integer(),
  /** The item bought or sold, and the fight that paid. */
  itemId: Nullable(Id),
  /** How many of that item. */
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
      summary: 'Every movement of one’s own coins, the latest first.',
    },
  },
  serverEvents: {
    /** To every tab of the owner, after each movement. */
    'coins:changed': Type.Object({ coins: Type.Integer(), amount: Type.Integer(), reason: CoinReason }),
  },
} as const satisfies Contract;
