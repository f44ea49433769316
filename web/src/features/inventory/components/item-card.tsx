import { INVENTORY_TEXTS } from '@rivalhold/shared/texts/inventory.ts';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { ICON_NAMES } from '../../../ui/icon-names.ts';
import type { Card } from '../entries.ts';
import styles from './item-card.module.css';

const ICONS: ReadonlySet<string> = new Set(ICON_NAMES);
const isIcon = (name: string | undefined): name is IconName => name !== undefined && ICONS.has(name);
type Rarity = keyof typeof INVENTORY_TEXTS.rarities;
const isRarity = (name: string | undefined): name is Rarity =>
  name !== undefined && Object.hasOwn(INVENTORY_TEXTS.rarities, name);

type ItemCardProps = {
  card: Card;
  /** It is the one that counts. */
  best: boolean;
  /** What one can do with it. */
  deed?: ReactNode;
};

/** One kind of thing that a player carries. */
export function ItemCard({ card, best, deed }: ItemCardProps) {
  const { name, quantity, healAmount, damage, defense, effect, item } = card;
  const rarity = isRarity(item?.rarity) ? item.rarity : null;
  return (
    <li className={clsx(styles.card, styles[rarity ?? 'common'])}>
      <span className={styles.picture}>
        <Icon name={isIcon(item?.icon) ? item.icon : 'backpack'} size="2.25rem" />
      </span>
      <div className={styles.words}>
        <h3 className={styles.name}>
          {name} <span className={styles.quantity}>{INVENTORY_TEXTS.quantity(quantity)}</span>
        </h3>
        {(rarity || best) && (
          <p className={styles.marks}>
            {rarity && <span className={styles.rarity}>{INVENTORY_TEXTS.rarities[rarity]}</span>}
            {best && <span className={styles.best}>{INVENTORY_TEXTS.best}</span>}
          </p>
        )}
        {healAmount > 0 && <p>{INVENTORY_TEXTS.heals(healAmount)}</p>}
        {damage > 0 && <p>{INVENTORY_TEXTS.deals(damage)}</p>}
        {defense > 0 && <p>{INVENTORY_TEXTS.guards(defense)}</p>}
        {effect && <p className={styles.effect}>{effect}</p>}
      </div>
      {deed && <div className={styles.deed}>{deed}</div>}
    </li>
  );
}
