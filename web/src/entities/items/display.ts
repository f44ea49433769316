import { INVENTORY_TEXTS } from '@rivalhold/shared/texts/inventory.ts';
import { CONSUMABLE_ICONS, GEAR_ICONS, type IconName, type ItemIconName } from '../../ui/icon-names.ts';

const ICONS: ReadonlySet<string> = new Set([...CONSUMABLE_ICONS, ...GEAR_ICONS]);
const isIcon = (name: string | undefined): name is ItemIconName => name !== undefined && ICONS.has(name);
type Rarity = keyof typeof INVENTORY_TEXTS.rarities;
const isRarity = (name: string | undefined): name is Rarity =>
  name !== undefined && Object.hasOwn(INVENTORY_TEXTS.rarities, name);

/** Return an icon name from the catalogue unchanged, or 'backpack' if the site has no icon with this name. */
export const iconOf = (name: string | undefined): ItemIconName => (isIcon(name) ? name : 'backpack');

/** Return a rarity from the catalogue unchanged, or null if the site does not know this rarity. */
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

export type EffectKind = 'heal' | 'damage' | 'defense' | 'energy' | 'other';

/**
 * Return the kind of effect that an item has, which determines the item's color and icon. If all numbers are 0, the
 * effect text determines the kind.
 */
export function effectKind(item: {
  healAmount: number;
  damage: number;
  defense: number;
  effect: string;
}): EffectKind {
  if (item.healAmount > 0) return 'heal';
  if (item.damage > 0) return 'damage';
  if (item.defense > 0) return 'defense';
  const named = /energy|attack|defense/.exec(item.effect)?.[0];
  return named === 'attack' ? 'damage' : named === 'energy' || named === 'defense' ? named : 'other';
}

/** The icon of each kind of effect. */
export const EFFECT_ICONS: Record<EffectKind, IconName> = {
  heal: 'heart-plus',
  damage: 'sword-wound',
  defense: 'checked-shield',
  energy: 'lightning-helix',
  other: 'sparkles',
};
