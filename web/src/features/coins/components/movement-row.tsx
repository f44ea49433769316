import type { CoinMovement } from '@rivalhold/shared/contract/coins.ts';
import type { StoreItem } from '@rivalhold/shared/contract/inventory.ts';
import { formatNumber } from '@rivalhold/shared/format-number.ts';
import { COIN_TEXTS } from '@rivalhold/shared/texts/coins.ts';
import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { ItemIcon } from '../../../entities/items/item-icon.tsx';
import { VERDICT } from '../../../lib/anchors.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Text } from '../../../ui/text.tsx';
import { signedCoins } from '../amount.ts';
import { describeMovement } from '../movement.ts';
import styles from './movement-row.module.css';

/** Show a coin movement: reason, time, amount and the balance after it. */
export function MovementRow({
  movement,
  catalogue,
}: {
  movement: CoinMovement;
  catalogue: readonly StoreItem[];
}) {
  const { amount, balance, itemId, fightId, createdAt } = movement;
  const item = catalogue.find(({ id }) => id === itemId);
  const { icon, text } = describeMovement(movement, () => item?.name);
  return (
    <div className={clsx(styles.row, amount > 0 && styles.increase)}>
      <span className={styles.picture}>
        {item ? <ItemIcon name={item.icon} size="1.625rem" /> : <Icon name={icon} size="1.625rem" />}
      </span>
      <Stack as="p">
        <Text as="span" weight="medium" wrap="anywhere">
          {text}
        </Text>
        <Row as="span" gap={3} wrap rowGap={0} size={1} tone="quiet" tabular>
          <RelativeTime time={createdAt} />
          {fightId !== null && (
            <Link to="/fights/$id" params={{ id: String(fightId) }} hash={VERDICT} className={styles.verify}>
              {COIN_TEXTS.verify}
            </Link>
          )}
        </Row>
      </Stack>
      <Stack as="p" justify="end" textAlign="end">
        <Text
          as="data"
          value={amount}
          size={3}
          weight="bold"
          display
          leading="tight"
          className={styles.amount}
        >
          {signedCoins(amount)}
        </Text>
        <Row as="span" gap={3} wrap rowGap={0} size={1} tone="quiet" tabular>
          {COIN_TEXTS.balanceAfter(formatNumber(balance))}
        </Row>
      </Stack>
    </div>
  );
}
