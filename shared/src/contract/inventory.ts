import Type, { type Static } from 'typebox';
import { InventoryEntry } from './game.ts';
import { type Contract, Id, idParams } from './schema.ts';

/** An item of the catalogue, as the store shows it. */
export const StoreItem = Type.Object({
  id: Id,
  name: Type.String(),
  type: Type.String(),
  /** Price in coins. */
  price: Type.Integer(),
  healAmount: Type.Integer(),
  damage: Type.Integer(),
  defense: Type.Integer(),
  effect: Type.String(),
  /** Name of an icon in the site's icon set. */
  icon: Type.String(),
  rarity: Type.String(),
  minLevel: Type.Integer(),
  /** True if the item can be used in a fight. */
  usable: Type.Boolean(),
});
export type StoreItem = Static<typeof StoreItem>;

const Entries = Type.Array(InventoryEntry);

export const inventory = {
  routes: {
    'GET /api/inventory/{id}': {
      access: 'player',
      params: idParams('id'),
      reply: Entries,
      summary: "A player's items, in the catalogue's order.",
    },
    'GET /api/inventory/user/{id}': {
      access: 'player',
      params: idParams('id'),
      reply: Entries,
      summary: 'The same as GET /api/inventory/{id}.',
    },
    'GET /api/store': {
      access: 'player',
      reply: Type.Array(StoreItem),
      summary: 'The catalogue: every item with its price.',
    },
  },
  serverEvents: {
    /**
     * Sent to every tab of the owner after an item is used, or after an admin changes the character or the inventory.
     * Purchases and sales send `coins:changed` instead.
     */
    'inventory:changed': Type.Object({}),
  },
} as const satisfies Contract;
