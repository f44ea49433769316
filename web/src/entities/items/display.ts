import { INVENTORY_TEXTS } from '@rivalhold/shared/texts/inventory.ts';
import { GEAR, type ItemIconName, SUPPLIES } from '../../ui/icon-names.ts';

const ICONS: ReadonlySet<string> = new Set([...SUPPLIES, ...GEAR]);
const isIcon = (name: string | undefined): name is ItemIconName => name !== undefined && ICONS.has(name);
type Rarity = keyof typeof INVENTORY_TEXTS.rarities;
const isRarity = (name: string | undefined): name is Rarity =>
  name !== undefined && Object.hasOwn(INVENTORY_TEXTS.rarities, name);

/** The picture of an item by the name the catalogue gives; a backpack for one this page does not know. */
export const iconOf = (name: string | undefined): ItemIconName => (isIcon(name) ? name : 'backpack');

/** The rarity that the catalogue names; null for one this page does not know. */
export const rarityOf = (name: string | undefined): Rarity | null => (isRarity(name) ? name : null);

/** What an item does, line by line: heals, deals, guards, and what else there is to say. */
export function linesOf(item: {
  healAmount: number;
  damage: number;
  defense: number;
  effect: string;
}): string[] {
  const { healAmount, damage, defense, effect } = item;
  return [
    ...(healAmount > 0 ? [INVENTORY_TEXTS.heals(healAmount)] : []),
    ...(damage > 0 ? [INVENTORY_TEXTS.deals(damage)] : []),
    ...(defense > 0 ? [INVENTORY_TEXTS.guards(defense)] : []),
    ...(effect ? [effect] : []),
  ];
}
