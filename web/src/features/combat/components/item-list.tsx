import type { InventoryEntry } from '@rivalhold/shared/contract/game.ts';
import { itemById } from '@rivalhold/shared/items/catalogue.ts';
import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { rarityOf } from '../../../entities/items/display.ts';
import { ItemIcon } from '../../../entities/items/item-icon.tsx';
import rarity from '../../../entities/items/rarity.module.css';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Grid, Row } from '../../../ui/layout.tsx';
import { onEscape } from '../../../ui/on-escape.ts';
import { Text } from '../../../ui/text.tsx';
import { type FightModel, itemRejection } from '../fight-model.ts';
import styles from './item-list.module.css';

/** Return a short description of an item's effect. */
function effectOf(item: InventoryEntry): string {
  if (item.damage > 0) return COMBAT_TEXTS.deals(item.damage);
  return item.healAmount > 0 ? COMBAT_TEXTS.heals(item.healAmount) : item.effect;
}

type ItemListProps = {
  fight: FightModel;
  /** The usable items; undefined while they load. */
  items: readonly InventoryEntry[] | undefined;
  isBusy: boolean;
  use: (item: InventoryEntry) => void;
  keys: boolean;
  /** True if the list is open. In small windows, the open list replaces the log and the moves. */
  isOpen: boolean;
  onClose: () => void;
};

/** List the usable items with their shortcut keys 1–9. */
export function ItemList({ fight, items, isBusy, use, keys, isOpen, onClose }: ItemListProps) {
  const closeButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isOpen) closeButton.current?.focus({ preventScroll: true });
  }, [isOpen]);
  return (
    <section
      className={clsx(styles.items, isOpen && styles.open)}
      aria-labelledby="use-item"
      onKeyDown={onEscape(onClose)}
    >
      <Row justify="between" className={styles.header}>
        <Text as="h2" id="use-item" size={3}>
          {COMBAT_TEXTS.useItem}
        </Text>
        <Text as="span" size={1} tone="quiet">
          {COMBAT_TEXTS.leftCount(fight.me.itemsLeft)}
        </Text>
        <IconButton ref={closeButton} label={UI_TEXTS.close} className={styles.close} onClick={onClose}>
          <X size={20} aria-hidden="true" />
        </IconButton>
      </Row>
      {!items?.length ? (
        <p className={styles.none}>{items && COMBAT_TEXTS.noItems}</p>
      ) : (
        <Grid as="ul" columns="11.5rem" gap={2}>
          {items.map((item, index) => {
            const known = itemById(item.itemId);
            const refusal = itemRejection(fight, item);
            const key = keys && index < 9 ? String(index + 1) : undefined;
            return (
              <li key={item.id}>
                <button
                  type="button"
                  className={clsx(styles.item, rarity[rarityOf(known?.rarity) ?? 'common'])}
                  data-refused={refusal !== null || undefined}
                  aria-disabled={isBusy || refusal !== null}
                  aria-describedby={`item-${item.id}`}
                  aria-keyshortcuts={key}
                  title={refusal ?? item.effect}
                  onClick={() => use(item)}
                >
                  <span className={styles.picture}>
                    <ItemIcon name={known?.icon} size="1.6rem" />
                    <span className={styles.quantity}>×{item.quantity}</span>
                  </span>
                  <span className={styles.name}>{item.name}</span>
                  <span id={`item-${item.id}`} className={styles.effect} aria-hidden="true">
                    {effectOf(item)}
                  </span>
                  {key && (
                    <span className={styles.key} aria-hidden="true">
                      {key}
                    </span>
                  )}
                </button>
              </li>
            );
          })}
        </Grid>
      )}
    </section>
  );
}
