import { INVENTORY_TEXTS } from '@rivalhold/shared/texts/inventory.ts';
import { CONSUMABLE_ICONS, GEAR_ICONS, type ItemIconName } from '../../ui/icon-names.ts';

const ICONS: ReadonlySet<string> = new Set([...CONSUMABLE_ICONS, ...GEAR_ICONS]);
const isIcon = (name: string | undefined): name is ItemIconName => name !== undefined && ICONS.has(name);
type Rarity = keyof typeof INVENTORY_TEXTS.rarities;
const isRarity = (name: string | undefined): name is Rarity =>
  name !== undefined && Object.hasOwn(INVENTORY_TEXTS.rarities, name);

/** Return the icon that the catalogue names for an item, or a backpack if the name is unknown. */
export const iconOf = (name: string | undefined): ItemIconName => (isIcon(name) ? name : 'backpack');

/** Return the rarity that the catalogue names for an item, or null if the name is unknown. */
export const rarityOf = (name: string | undefined): Rarity | null => (isRarity(name) ? name : null);

/** Return the effects of an item, one per line. */
export function effectLines(item: {
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
