import { formatNumber } from '@rivalhold/shared/format-number.ts';
import { COIN_TEXTS } from '@rivalhold/shared/texts/coins.ts';
import { INVENTORY_TEXTS } from '@rivalhold/shared/texts/inventory.ts';
import { STORE_TEXTS } from '@rivalhold/shared/texts/store.ts';
import { clsx } from 'clsx';
import { type MouseEvent, useId, useState } from 'react';
import { effectLines, rarityOf } from '../../../entities/items/display.ts';
import { ItemIcon } from '../../../entities/items/item-icon.tsx';
import colours from '../../../entities/items/rarity.module.css';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Grid, Row, Stack } from '../../../ui/layout.tsx';
import { Stepper } from '../../../ui/stepper.tsx';
import { Text } from '../../../ui/text.tsx';
import { useRestoreFocus } from '../../../ui/use-restore-focus.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import type { Product } from '../products.ts';
import { useBuy } from '../use-trade.ts';
import styles from './product-card.module.css';

type ProductCardProps = { product: Product; onNotEnoughCoins: (missing: number, name: string) => void };

/** Show a product: description, effect, price and buy button. */
export function ProductCard({ product, onNotEnoughCoins }: ProductCardProps) {
  const { item, carried, locked, full } = product;
  const rarity = rarityOf(item.rarity);
  // The button is removed once no more fit in the inventory.
  const container = useRestoreFocus<HTMLElement>(full);
  return (
    <li>
      <article
        ref={container}
        className={clsx(styles.card, colours[rarity ?? 'common'], (locked || full) && styles.closed)}
      >
        <div className={styles.plate}>
          <ItemIcon name={item.icon} className={styles.picture} />
          {carried > 0 && <p className={styles.carried}>{STORE_TEXTS.have(carried)}</p>}
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
          {effectLines(item).map((line) => (
            <Text key={line} {...(line === item.effect ? { tone: 'quiet' } : { weight: 'medium' })}>
              {line}
            </Text>
          ))}
          <Gain product={product} />
        </Stack>
        <Offer product={product} onNotEnoughCoins={onNotEnoughCoins} />
      </article>
    </li>
  );
}

/** Show the gain of a weapon or armor. */
function Gain({ product: { item, gain, full, locked } }: { product: Product }) {
  if (gain === null || full) return null;
  if (gain <= 0) return <Text tone="quiet">{STORE_TEXTS.noGain}</Text>;
  return (
    <Row as="p" gap={1} align="stretch" tone="heal" weight="medium">
      <Icon name="upgrade" />
      {STORE_TEXTS.gains(gain, item.type === 'weapon' ? 'attack' : 'defense', locked ? item.minLevel : null)}
    </Row>
  );
}

/** Show the price, and the buy controls or why it cannot be bought. */
function Offer({ product, onNotEnoughCoins }: ProductCardProps) {
  const { item, locked, full, missingCoins } = product;
  return (
    <Grid
      columns={['auto', 'auto']}
      gap={2}
      align="center"
      justify="between"
      padding={3}
      className={styles.offer}
    >
      {!full && (
        <p className={clsx(styles.price, missingCoins > 0 && styles.unaffordable)}>
          <Icon name="two-coins" />
          <span aria-hidden="true">{formatNumber(item.price)}</span>
          <VisuallyHidden>{COIN_TEXTS.amount(item.price)}</VisuallyHidden>
        </p>
      )}
      {full || locked ? (
        <p className={styles.lockedReason}>
          <Icon name={full ? 'backpack' : 'padlock'} />
          {full ? STORE_TEXTS.owned : STORE_TEXTS.fromLevel(item.minLevel)}
        </p>
      ) : (
        <Purchase product={product} onNotEnoughCoins={onNotEnoughCoins} />
      )}
    </Grid>
  );
}

/** Show the quantity and the buy button, which buys once for several quick presses. */
function Purchase({
  product: { item, carried, maxQuantity, missingCoins, gain },
  onNotEnoughCoins,
}: ProductCardProps) {
  const [wanted, setWanted] = useState(1);
  const { buy, isPending } = useBuy(onNotEnoughCoins);
  const reasonId = useId();
  const quantity = Math.min(wanted, Math.max(1, maxQuantity));
  const total = quantity * item.price;

  async function press({ detail, currentTarget }: MouseEvent<HTMLElement>) {
    // Ignore the second click of a double click.
    if (detail > 1) return;
    if (await buy({ item, quantity, carried }, currentTarget)) setWanted(1);
  }

  return (
    <>
      {gain === null && (
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
      <div className={styles.action}>
        <Button
          wide
          variant={missingCoins > 0 ? 'secondary' : 'primary'}
          busy={isPending}
          aria-describedby={missingCoins > 0 ? reasonId : undefined}
          aria-label={STORE_TEXTS.nameOfBuy(item.name, quantity, COIN_TEXTS.amount(total))}
          onClick={(event) => void press(event)}
        >
          {quantity === 1 ? STORE_TEXTS.buy : STORE_TEXTS.buySeveral(quantity, total)}
        </Button>
      </div>
      {missingCoins > 0 && (
        <p id={reasonId} className={styles.reason}>
          {STORE_TEXTS.short(COIN_TEXTS.amount(missingCoins))}
        </p>
      )}
    </>
  );
}
