import type { CoinPack } from '@rivalhold/shared/checkout/packs.ts';
import { formatPrice } from '@rivalhold/shared/format-decimal.ts';
import { CHECKOUT_TEXTS } from '@rivalhold/shared/texts/checkout.ts';
import { useId } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Text } from '../../../ui/text.tsx';
import styles from './pack-card.module.css';

const PICTURES = { small: 'two-coins', medium: 'crown-coin', large: 'locked-chest' } as const;

type PackCardProps = {
  pack: CoinPack;
  buy: () => void;
  /** True while the payment page of this pack is being opened. */
  busy: boolean;
  disabled: boolean;
  error: string | null;
};

/** Show a pack of coins with its price and a buy button. */
export function PackCard({ pack, buy, busy, disabled, error }: PackCardProps) {
  const id = useId();
  const price = formatPrice(pack.cents);
  return (
    <li className={styles.card}>
      <span className={styles.picture}>
        <Icon name={PICTURES[pack.id]} size="3rem" />
      </span>
      <h2 className={styles.name}>{pack.name}</h2>
      <Text size={5} tone="gold" weight="bold" display tabular leading="tight" className={styles.coins}>
        {CHECKOUT_TEXTS.coins(pack.coins)}
      </Text>
      <p className={styles.fightEstimate}>{CHECKOUT_TEXTS.eveningsToEarn(pack.eveningsToEarn)}</p>
      <Button
        variant="primary"
        wide
        busy={busy}
        aria-disabled={disabled || undefined}
        aria-label={CHECKOUT_TEXTS.nameOfBuy(pack.name, pack.coins, price)}
        aria-describedby={error ? id : undefined}
        onClick={() => disabled || buy()}
      >
        {CHECKOUT_TEXTS.buy(price)}
      </Button>
      <p id={id} role="alert" className={styles.error}>
        {error}
      </p>
    </li>
  );
}
