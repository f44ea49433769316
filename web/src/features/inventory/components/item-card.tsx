import { INVENTORY_TEXTS } from '@rivalhold/shared/texts/inventory.ts';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { linesOf, rarityOf } from '../../../entities/items/display.ts';
import type { Card, Worn } from '../../../entities/items/entries.ts';
import { ItemIcon } from '../../../entities/items/item-icon.tsx';
import colours from '../../../entities/items/rarity.module.css';
import { Icon } from '../../../ui/icon.tsx';
import rhythm from '../../../ui/rhythm.module.css';
import styles from './item-card.module.css';

type ItemCardProps = {
  card: Card;
  /** Of gear, how it is worn. */
  worn?: Worn | undefined;
  /** What one can do with it. */
  deed?: ReactNode;
};

/** One kind of thing that a player carries. */
export function ItemCard({ card, worn, deed }: ItemCardProps) {
  const { name, quantity, item } = card;
  const rarity = rarityOf(item?.rarity);
  return (
    <li
      className={clsx(
        styles.card,
        colours[rarity ?? 'common'],
        (worn === 'spare' || worn === 'outgrown') && styles.spare,
      )}
    >
      <span className={styles.picture}>
        <ItemIcon name={item?.icon} size="2.25rem" />
      </span>
      <div className={styles.words}>
        <h3 className={styles.name}>
          {name} <span className={styles.quantity}>{INVENTORY_TEXTS.quantity(quantity)}</span>
        </h3>
        {(rarity || worn === 'equipped') && (
          <p className={styles.marks}>
            {rarity && <span className={styles.rarity}>{INVENTORY_TEXTS.rarities[rarity]}</span>}
            {worn === 'equipped' && (
              <span className={styles.equipped}>
                <Icon name="checked-shield" />
                {INVENTORY_TEXTS.equipped}
              </span>
            )}
          </p>
        )}
        {linesOf(card).map((line) => (
          <p key={line} className={line === card.effect ? rhythm.quiet : undefined}>
            {line}
          </p>
        ))}
        {(worn === 'spare' || worn === 'outgrown') && <p className={styles.why}>{INVENTORY_TEXTS[worn]}</p>}
      </div>
      {deed && <div className={styles.deed}>{deed}</div>}
    </li>
  );
}
