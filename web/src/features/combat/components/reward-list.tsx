import type { Rewards } from '@rivalhold/shared/contract/combat.ts';
import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Row } from '../../../ui/layout.tsx';
import styles from './reward-list.module.css';

/** List a player's rewards. Renders nothing if there are none. */
export function RewardList({ rewards: { coins, xp } }: { rewards: Rewards }) {
  if (coins + xp === 0) return null;
  return (
    <Row as="ul" gap={3} justify="center" wrap size={3} weight="bold" display className={styles.rewards}>
      {coins > 0 && (
        <li className={styles.coins}>
          <Icon name="two-coins" size="1.5rem" />
          {COMBAT_TEXTS.coins(coins)}
        </li>
      )}
      {xp > 0 && (
        <li className={styles.xp}>
          <Icon name="upgrade" size="1.5rem" />
          {COMBAT_TEXTS.xp(xp)}
        </li>
      )}
    </Row>
  );
}
