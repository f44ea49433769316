import Type, { type Static } from 'typebox';
import { type Contract, Id, idParams, Nullable } from './schema.ts';

/** `coins` is visible only to the owner; it is null for other viewers. */
export const Stats = Type.Object({
  health: Type.Integer(),
  attack: Type.Integer(),
  defense: Type.Integer(),
  energy: Type.Integer(),
  coins: Nullable(Type.Integer()),
  level: Type.Integer(),
  experience: Type.Integer(),
  maxHealth: Type.Integer(),
  wins: Type.Integer(),
  losses: Type.Integer(),
});
export type Stats = Static<typeof Stats>;

export const InventoryEntry = Type.Object({
  /** Id of the row in the player's inventory (the specification's "user item id"). */
  id: Id,
  /** The item's catalogue id, as used by every request. */
  itemId: Id,
  name: Type.String(),
  type: Type.String(),
  quantity: Type.Integer(),
  healAmount: Type.Integer(),
  damage: Type.Integer(),
  defense: Type.Integer(),
  effect: Type.String(),
  /** Store price of one item, in coins. */
  price: Type.Integer(),
  usable: Type.Boolean(),
});
export type InventoryEntry = Static<typeof InventoryEntry>;

export const game = {
  routes: {
    'GET /api/game/{userId}': {
      access: 'player',
      params: idParams('userId'),
      reply: Type.Object({ stats: Stats, inventory: Type.Array(InventoryEntry) }),
      summary: "A player's stats and inventory; only the owner gets the coins.",
    },
    'GET /api/levels': {
      access: 'player',
      reply: Type.Object({ thresholds: Type.Array(Type.Integer()) }),
      summary: 'Experience at which each level begins; index 0 is level 1.',
    },
  },
} as const satisfies Contract;
