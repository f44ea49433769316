import { formatNumber } from '@rivalhold/shared/format-number.ts';
import { COIN_TEXTS } from '@rivalhold/shared/texts/coins.ts';
import { INVENTORY_TEXTS } from '@rivalhold/shared/texts/inventory.ts';
import { STORE_TEXTS } from '@rivalhold/shared/texts/store.ts';
import { clsx } from 'clsx';
import { type MouseEvent, useId, useState } from 'react';
import { effectKind, rarityOf } from '../../../entities/items/display.ts';
import effects from '../../../entities/items/effect.module.css';
import { EffectLines } from '../../../entities/items/effect-lines.tsx';
import { ItemIcon } from '../../../entities/items/item-icon.tsx';
import colors from '../../../entities/items/rarity.module.css';
import { Button } from '../../../ui/button.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Stepper } from '../../../ui/stepper.tsx';
import { Text } from '../../../ui/text.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import type { Product } from '../products.ts';
import { useBuy } from '../use-trade.ts';
import styles from './product-card.module.css';

type ProductCardProps = { product: Product; onNotEnoughCoins: (missing: number, name: string) => void };

/**
 * Show a product: its description, effect, price and buy button. If the product cannot be bought, the card shows the
 * reason.
 */
export function ProductCard({ product, onNotEnoughCoins }: ProductCardProps) {
  const { item, carried, locked, compared } = product;
  const rarity = rarityOf(item.rarity);
  return (
    <li className={styles.product}>
      <article
        className={clsx(
          styles.card,
          colors[rarity ?? 'common'],
          effects[effectKind(item)],
          locked && styles.closed,
        )}
      >
        <div className={styles.plate}>
          <ItemIcon name={item.icon} className={styles.picture} />
          {carried > 0 && (
            <p className={clsx(styles.carried, compared?.isWorn && styles.worn)}>
              {compared?.isWorn ? STORE_TEXTS.worn : STORE_TEXTS.have(carried)}
            </p>
          )}
        </div>
        <Stack gap="half" size={1} leading="snug" paddingTop={3} paddingInline={3} className={styles.text}>
          <Text as="h3" size={2} wrap="anywhere">
            {item.name}
          </Text>
          <p className={styles.rarity}>
            {rarity && INVENTORY_TEXTS.rarities[rarity]}
            {!locked && item.minLevel > 1 && (
              <Text as="span" tone="quiet" weight="regular">
                {STORE_TEXTS.fromLevel(item.minLevel)}
              </Text>
            )}
          </p>
          <EffectLines item={item} />
          <Gain product={product} />
        </Stack>
        <Offer product={product} onNotEnoughCoins={onNotEnoughCoins} />
      </article>
    </li>
  );
}

/** Compare a weapon or armor with what the player wears. */
function Gain({ product: { item, compared, full, locked } }: { product: Product }) {
  if (compared === null || full) return null;
  const type = item.type === 'weapon' ? 'weapon' : 'armor';
  const { gain, than } = compared;
  if (gain <= 0) return <Text tone="quiet">{STORE_TEXTS.losses(type, -gain, than)}</Text>;
  return (
    <Row as="p" gap={1} align="stretch" tone="heal" weight="medium">
      <Icon name="upgrade" />
      {STORE_TEXTS.gains(type, gain, than, locked ? item.minLevel : null)}
    </Row>
  );
}

type Reason = { icon?: IconName; text: string };

/** Return why a product cannot be bought now, or null if it can be bought. */
function purchaseObstacle({ item, locked, full, missingCoins }: Product): Reason | null {
  if (full) return { icon: 'backpack', text: STORE_TEXTS.owned };
  if (locked) return { icon: 'padlock', text: STORE_TEXTS.fromLevel(item.minLevel) };
  return missingCoins > 0 ? { text: STORE_TEXTS.short(COIN_TEXTS.amount(missingCoins)) } : null;
}

/**
 * Show the price, the quantity and the buy button. A double click buys only once. If the player's level is too low, or
 * the player cannot carry more of the item, the button is disabled, but stays in the tab order, so that screen readers
 * read the reason. If coins are missing, a press shows where to get them.
 */
function Offer({ product, onNotEnoughCoins }: ProductCardProps) {
  const { item, carried, maxQuantity, compared, locked, full, missingCoins } = product;
  const isDisabled = locked || full;
  const reason = purchaseObstacle(product);
  const [wanted, setWanted] = useState(1);
  const { buy, isPending } = useBuy(onNotEnoughCoins);
  const reasonId = useId();
  const quantity = Math.min(wanted, Math.max(1, maxQuantity));
  const total = quantity * item.price;

  async function press({ detail, currentTarget }: MouseEvent<HTMLElement>) {
    // Ignore the second click of a double click.
    if (isDisabled || detail > 1) return;
    if (await buy({ item, quantity, carried }, currentTarget)) setWanted(1);
  }

  return (
    <Row wrap gap={2} justify="between" padding={3} className={styles.offer}>
      <Row wrap gap={2} justify="between">
        <p className={clsx(styles.price, missingCoins > 0 && styles.unaffordable)}>
          <Icon name="two-coins" />
          <span aria-hidden="true">{formatNumber(item.price)}</span>
          <VisuallyHidden>{COIN_TEXTS.amount(item.price)}</VisuallyHidden>
        </p>
        {compared === null && !isDisabled && (
          <Stepper
            value={quantity}
            min={1}
            max={Math.max(1, maxQuantity)}
            onChange={setWanted}
            label={STORE_TEXTS.quantity(item.name)}
            less={STORE_TEXTS.less}
            more={STORE_TEXTS.more}
          />
        )}
      </Row>
      <div className={styles.action}>
        <Button
          wide
          // The button does not stand out if the gear is no better than the player's own gear.
          variant={reason || (compared && compared.gain <= 0) ? 'secondary' : 'primary'}
          busy={isPending}
          aria-disabled={isDisabled || undefined}
          aria-describedby={reason ? reasonId : undefined}
          aria-label={STORE_TEXTS.nameOfBuy(item.name, quantity, COIN_TEXTS.amount(total))}
          onClick={(event) => void press(event)}
        >
          {quantity === 1 ? STORE_TEXTS.buy : STORE_TEXTS.buySeveral(quantity, total)}
        </Button>
      </div>
      {reason && (
        <Row as="p" id={reasonId} gap={2} justify="center" size={1} tone="quiet" className={styles.reason}>
          {reason.icon && <Icon name={reason.icon} />}
          {reason.text}
        </Row>
      )}
    </Row>
  );
}
