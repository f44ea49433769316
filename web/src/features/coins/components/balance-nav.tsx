import { COIN_TEXTS } from '@rivalhold/shared/texts/coins.ts';
import { useQuery } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { CreditCard, ScrollText, Store } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { balanceQuery } from '../../../entities/coins/api.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Popover } from '../../../ui/popover.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { shortCoins, signedCoins } from '../amount.ts';
import { useCoinEvents } from '../realtime.ts';
import styles from './balance-nav.module.css';

const LINKS: readonly { text: string; icon: typeof Store; to: LinkProps['to'] }[] = [
  { text: COIN_TEXTS.store, icon: Store, to: '/store' },
  { text: COIN_TEXTS.history, icon: ScrollText, to: '/coins' },
  { text: COIN_TEXTS.buyCoins, icon: CreditCard, to: '/coinstore' },
];

type BalanceNavProps = { userId: number; container: RefObject<HTMLElement | null> };

/**
 * Show the live coin balance in the navbar, the latest change for a short time, and a menu with links to the store,
 * the coin history and the coin packs.
 */
export function BalanceNav({ userId, container }: BalanceNavProps) {
  const [open, setOpen] = useState(false);
  const change = useCoinEvents(userId);
  const coins = useQuery(balanceQuery(userId)).data;
  const balanceText =
    coins === undefined ? COIN_TEXTS.balanceTitle : COIN_TEXTS.balance(COIN_TEXTS.amount(coins));
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      container={container}
      label={COIN_TEXTS.balanceTitle}
      trigger={
        <Button variant="ghost" className={styles.trigger} title={balanceText} data-coin-balance>
          <VisuallyHidden>{balanceText}</VisuallyHidden>
          <Icon name="two-coins" size="1.375rem" />
          <span key={change?.id} aria-hidden="true" className={clsx(styles.coins, change && styles.new)}>
            {coins === undefined ? '–' : shortCoins(coins)}
          </span>
          {change && (
            <span
              key={`change-${change.id}`}
              aria-hidden="true"
              className={clsx(styles.change, change.amount < 0 && styles.decrease)}
            >
              {signedCoins(change.amount)}
            </span>
          )}
        </Button>
      }
    >
      <p className={styles.summary}>
        <Icon name="two-coins" size="1.75rem" />
        {balanceText}
      </p>
      <ul className={styles.links}>
        {LINKS.map(({ text, icon: Glyph, to }) => (
          <li key={text}>
            <ButtonLink to={to} variant="ghost" wide onClick={() => setOpen(false)}>
              <Glyph size={18} aria-hidden="true" />
              {text}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </Popover>
  );
}
