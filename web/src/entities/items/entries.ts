import type { InventoryEntry } from '@rivalhold/shared/contract/game.ts';
import type { StoreItem } from '@rivalhold/shared/contract/inventory.ts';
import { baseGear } from '@rivalhold/shared/items/base-gear.ts';
import { INVENTORY_TEXTS } from '@rivalhold/shared/texts/inventory.ts';

/** An inventory entry in a response. Any field can be missing. */
export type RawEntry = { [K in keyof InventoryEntry]?: InventoryEntry[K] | null } & { qty?: number | null };
/** An item as the page shows it on a card. */
export type InventoryCard = {
  id: number;
  itemId: number;
  name: string;
  type: string;
  quantity: number;
  healAmount: number;
  damage: number;
  defense: number;
  effect: string;
  price: number;
  /** The catalogue's data about the item. */
  item: StoreItem | undefined;
};
export type InventoryGroup = { type: string; title: string; cards: readonly InventoryCard[] };

/** The item types in the fixed order of their groups. */
export const TYPE_ORDER = ['potion', 'weapon', 'armor', 'utility'];

/** Complete an entry from the catalogue, or from defaults for unknown items. */
export function toCard(entry: RawEntry, catalogue: readonly StoreItem[]): InventoryCard {
  const itemId = entry.itemId ?? entry.id ?? 0;
  const item = catalogue.find(({ id }) => id === itemId);
  return {
    id: entry.id ?? itemId,
    itemId,
    name: entry.name ?? item?.name ?? INVENTORY_TEXTS.unknown,
    type: entry.type ?? item?.type ?? 'utility',
    quantity: entry.quantity ?? entry.qty ?? 1,
    healAmount: entry.healAmount ?? item?.healAmount ?? 0,
    damage: entry.damage ?? item?.damage ?? 0,
    defense: entry.defense ?? item?.defense ?? 0,
    effect: entry.effect ?? item?.effect ?? '',
    price: entry.price ?? item?.price ?? 0,
    item,
  };
}

/** Turn entries into cards, and group them by type in the fixed order. Unknown types come last. */
export function groupEntries(
  entries: readonly RawEntry[],
  catalogue: readonly StoreItem[],
): InventoryGroup[] {
  const cards = entries.map((entry) => toCard(entry, catalogue));
  const types = [...new Set([...TYPE_ORDER, ...cards.map(({ type }) => type)])];
  return types
    .map((type) => ({
      type,
      title: INVENTORY_TEXTS.group(type),
      cards: cards.filter((card) => card.type === type),
    }))
    .filter((group) => group.cards.length > 0);
}

type Gear = { type: string; damage: number; defense: number };

/** Return a weapon's bonus to attack or an armor's bonus to defense. */
export const gearBonus = ({ type, damage, defense }: Gear): number => (type === 'weapon' ? damage : defense);

/** Status of gear: in use, no better than other owned gear, or no better than the base gear of the player's level. */
export type GearStatus = 'equipped' | 'spare' | 'outgrown';

/**
 * Return the status of each card in a group of gear at the player's level, by card id. The map is empty if the level is
 * unknown or the group is not gear.
 */
export function gearStatuses(
  { type, cards }: InventoryGroup,
  level: number | undefined,
): ReadonlyMap<number, GearStatus> {
  if (level === undefined || (type !== 'weapon' && type !== 'armor')) return new Map();
  const best = cards.reduce((leader, card) => (gearBonus(card) > gearBonus(leader) ? card : leader));
  const baseline = baseGear(level)[type];
  return new Map(
    cards.map((card) => [
      card.id,
      gearBonus(card) <= baseline ? 'outgrown' : card === best ? 'equipped' : 'spare',
    ]),
  );
}
