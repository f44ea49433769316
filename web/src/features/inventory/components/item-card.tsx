import { INVENTORY_TEXTS } from '@rivalhold/shared/texts/inventory.ts';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { effectLines, rarityOf } from '../../../entities/items/display.ts';
import type { GearStatus, InventoryCard } from '../../../entities/items/entries.ts';
import { ItemIcon } from '../../../entities/items/item-icon.tsx';
import colours from '../../../entities/items/rarity.module.css';
import { Icon } from '../../../ui/icon.tsx';
import rhythm from '../../../ui/rhythm.module.css';
import styles from './item-card.module.css';

type ItemCardProps = {
  card: InventoryCard;
  /** Of gear, how it is worn. */
  gearStatus?: GearStatus | undefined;
  /** What one can do with it. */
  actions?: ReactNode;
};

/** One kind of thing that a player carries. */
export function ItemCard({ card, gearStatus, actions }: ItemCardProps) {
  const { name, quantity, item } = card;
  const rarity = rarityOf(item?.rarity);
  return (
    <li
      className={clsx(
        styles.card,
        colours[rarity ?? 'common'],
        (gearStatus === 'spare' || gearStatus === 'outgrown') && styles.unused,
      )}
    >
      <span className={styles.picture}>
        <ItemIcon name={item?.icon} size="2.25rem" />
      </span>
      <div className={styles.text}>
        <h3 className={styles.name}>
          {name} <span className={styles.quantity}>{INVENTORY_TEXTS.quantity(quantity)}</span>
        </h3>
        {(rarity || gearStatus === 'equipped') && (
          <p className={styles.marks}>
            {rarity && <span className={styles.rarity}>{INVENTORY_TEXTS.rarities[rarity]}</span>}
            {gearStatus === 'equipped' && (
              <span className={styles.equipped}>
                <Icon name="checked-shield" />
                {INVENTORY_TEXTS.equipped}
              </span>
            )}
          </p>
        )}
        {effectLines(card).map((line) => (
          <p key={line} className={line === card.effect ? rhythm.quiet : undefined}>
            {line}
          </p>
        ))}
        {(gearStatus === 'spare' || gearStatus === 'outgrown') && (
          <p className={styles.reason}>{INVENTORY_TEXTS[gearStatus]}</p>
        )}
      </div>
      {actions && <div className={styles.action}>{actions}</div>}
    </li>
  );
}
