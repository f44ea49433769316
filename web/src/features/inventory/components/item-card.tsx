import { INVENTORY_TEXTS } from '@rivalhold/shared/texts/inventory.ts';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { effectKind, rarityOf } from '../../../entities/items/display.ts';
import effects from '../../../entities/items/effect.module.css';
import { EffectLines } from '../../../entities/items/effect-lines.tsx';
import type { GearStatus, InventoryCard } from '../../../entities/items/entries.ts';
import { ItemIcon } from '../../../entities/items/item-icon.tsx';
import colors from '../../../entities/items/rarity.module.css';
import { Icon } from '../../../ui/icon.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import styles from './item-card.module.css';

type ItemCardProps = {
  card: InventoryCard;
  /** The status of gear: whether it is equipped, spare or outgrown. Undefined for other items. */
  gearStatus?: GearStatus | undefined;
  /** Actions for the item. */
  actions?: ReactNode;
};

/** Show an item in a player's inventory. */
export function ItemCard({ card, gearStatus, actions }: ItemCardProps) {
  const { name, quantity, item } = card;
  const rarity = rarityOf(item?.rarity);
  return (
    <li
      className={clsx(
        styles.card,
        colors[rarity ?? 'common'],
        effects[effectKind(card)],
        (gearStatus === 'spare' || gearStatus === 'outgrown') && styles.unused,
      )}
    >
      <span className={styles.picture}>
        <ItemIcon name={item?.icon} size="2.25rem" />
      </span>
      <Stack gap="half" className={styles.text}>
        <Text as="h3" size={2} wrap="anywhere">
          {name}{' '}
          <Text as="span" tone="quiet" tabular wrap="nowrap">
            {INVENTORY_TEXTS.quantity(quantity)}
          </Text>
        </Text>
        {(rarity || gearStatus === 'equipped') && (
          <Row as="p" gap={3} align="stretch" wrap rowGap={0} weight="medium">
            {rarity && <span className={styles.rarity}>{INVENTORY_TEXTS.rarities[rarity]}</span>}
            {gearStatus === 'equipped' && (
              <Row as="span" inline gap={1}>
                <Icon name="checked-shield" />
                {INVENTORY_TEXTS.equipped}
              </Row>
            )}
          </Row>
        )}
        <EffectLines item={card} />
        {(gearStatus === 'spare' || gearStatus === 'outgrown') && (
          <Text weight="medium">{INVENTORY_TEXTS[gearStatus]}</Text>
        )}
      </Stack>
      {actions && <div className={styles.action}>{actions}</div>}
    </li>
  );
}
