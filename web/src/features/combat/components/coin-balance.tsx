import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import type { Ref } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import styles from './fight-view.module.css';

type CoinBalanceProps = { coins: number | undefined; ref?: Ref<HTMLParagraphElement> };

/** Show the player's coins. The coins of a reward fly to this element. */
export function CoinBalance({ coins, ref }: CoinBalanceProps) {
  return (
    <p ref={ref} className={styles.balance} title={COMBAT_TEXTS.balance}>
      <Icon name="two-coins" label={COMBAT_TEXTS.balance} size="1.4rem" />
      <span className="tabular">{coins ?? '–'}</span>
    </p>
  );
}
