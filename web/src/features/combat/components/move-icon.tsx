import type { Move } from '@rivalhold/shared/contract/combat.ts';
import { itemById } from '@rivalhold/shared/items/catalogue.ts';
import { ItemIcon } from '../../../entities/items/item-icon.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';

const ICONS: Record<Move, IconName> = {
  strike: 'broadsword',
  guard: 'checked-shield',
  feint: 'dodging',
  heavy: 'anvil-impact',
  heal: 'heart-plus',
  item: 'backpack',
};

/** Show the icon of a move, or of the item that was used. */
export function MoveIcon({
  move,
  itemId = null,
  size,
}: {
  move: Move;
  itemId?: number | null;
  size?: string;
}) {
  const item = itemId === null ? undefined : itemById(itemId);
  return item ? <ItemIcon name={item.icon} size={size} /> : <Icon name={ICONS[move]} size={size} />;
}
