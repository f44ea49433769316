import Type, { type Static } from 'typebox';
import { LIMITS } from '../limits.ts';
import { InventoryEntry } from './game.ts';
import { type Contract, closedObject, Id, Nullable } from './schema.ts';

const StoreResult = {
  message: Type.String(),
  /** The new balance. */
  coins: Type.Integer(),
};

export const Sale = Type.Object({
  ...StoreResult,
  /** The inventory entry after the sale; null if the player sold the last unit. */
  item: Nullable(InventoryEntry),
});
export type Sale = Static<typeof Sale>;

export const store = {
  routes: {
    'POST /api/store/buy': {
      access: 'player',
      idempotent: true,
      body: Type.Object(
        {
          itemId: Id,
          /** Number of items to buy; 1 by default. */
          quantity: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: LIMITS.store.quantityMax }))),
        },
        closedObject,
      ),
      reply: Type.Object({ ...StoreResult, item: InventoryEntry }),
      summary: 'Buys an item for coins.',
    },
    'POST /api/store/sell': {
      access: 'player',
      idempotent: true,
      body: Type.Object({ itemId: Id }, closedObject),
      reply: Sale,
      summary: 'Sells one unit of an item for a third of its price.',
    },
  },
} as const satisfies Contract;
