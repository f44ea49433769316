import type { InventoryEntry } from '@rivalhold/shared/contract/game.ts';
import type { StoreItem } from '@rivalhold/shared/contract/inventory.ts';
import { baseGear } from '@rivalhold/shared/items/base-gear.ts';
import { INVENTORY_TEXTS } from '@rivalhold/shared/texts/inventory.ts';

/** An entry as it came: any field may be missing. */
export type RawEntry = { [K in keyof InventoryEntry]?: InventoryEntry[K] | null } & { qty?: number | null };
/** One card of the page. */
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
  /** What only the catalogue knows. */
  item: StoreItem | undefined;
};
export type InventoryGroup = { type: string; title: string; cards: readonly InventoryCard[] };

/** The fixed order of the groups. */
export const TYPE_ORDER = ['potion', 'weapon', 'armor', 'utility'];

/** What is no array is an empty one. */
export const asArray = <T>(result: readonly T[]): readonly T[] => (Array.isArray(result) ? result : []);

/** An entry with what is missing taken from the catalogue, and from the defaults where that does not know either. */
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

/** Cards in the fixed order of types; of a type that nobody knows, at the end. */
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

/** What a weapon adds to attack, or an armor to defense. */
export const gearBonus = ({ type, damage, defense }: Gear): number => (type === 'weapon' ? damage : defense);

/** Of gear: whether it is what one fights with, lies behind a better one, or behind the plain steel of one's level. */
export type GearStatus = 'equipped' | 'spare' | 'outgrown';

/** How each card of a group of gear is worn by somebody of that level, by card id; nothing while that is unknown, and for other groups. */
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
