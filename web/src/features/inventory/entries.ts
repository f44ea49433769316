import type { InventoryEntry } from '@rivalhold/shared/contract/game.ts';
import type { StoreItem } from '@rivalhold/shared/contract/inventory.ts';
import { INVENTORY_TEXTS } from '@rivalhold/shared/texts/inventory.ts';

/** An entry as it came: any field may be missing. */
export type RawEntry = { [K in keyof InventoryEntry]?: InventoryEntry[K] | null } & { qty?: number | null };
/** One card of the page. */
export type Card = {
  id: number;
  itemId: number;
  name: string;
  type: string;
  quantity: number;
  healAmount: number;
  damage: number;
  defense: number;
  effect: string;
  /** What only the catalogue knows. */
  item: StoreItem | undefined;
};
export type Group = { type: string; title: string; cards: readonly Card[] };

const ORDER = ['potion', 'weapon', 'armor', 'utility'];

/** What is no array is an empty one. */
export const arrayOf = <T>(answer: readonly T[]): readonly T[] => (Array.isArray(answer) ? answer : []);

/** An entry with what is missing taken from the catalogue, and from the defaults where that does not know either. */
export function fill(entry: RawEntry, catalogue: readonly StoreItem[]): Card {
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
    item,
  };
}

/** Cards in the fixed order of types; of a type that nobody knows, at the end. */
export function groupsOf(entries: readonly RawEntry[], catalogue: readonly StoreItem[]): Group[] {
  const cards = entries.map((entry) => fill(entry, catalogue));
  const types = [...new Set([...ORDER, ...cards.map(({ type }) => type)])];
  return types
    .map((type) => ({
      type,
      title: INVENTORY_TEXTS.group(type),
      cards: cards.filter((card) => card.type === type),
    }))
    .filter((group) => group.cards.length > 0);
}

/** Of weapons and of armor only the best one counts, and only where there are several that needs saying. */
export function bestOfGroup({ type, cards }: Group): number | null {
  if (type !== 'weapon' && type !== 'armor') return null;
  if (cards.length < 2) return null;
  const worth = (card: Card) => (type === 'weapon' ? card.damage : card.defense);
  return cards.reduce((best, card) => (worth(card) > worth(best) ? card : best)).id;
}
