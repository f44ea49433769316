import { formatNumber } from '@rivalhold/shared/format-number.ts';
import { COIN_TEXTS } from '@rivalhold/shared/texts/coins.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { Row } from '../../ui/layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { useUser } from '../session/index.ts';
import { balanceQuery } from './api.ts';
import styles from './balance.module.css';

/** Show the viewer's coin balance in large digits, with links beside it. */
export function Balance({ children }: { children: ReactNode }) {
  const { data, isPending } = useQuery(balanceQuery(useUser().id));
  return (
    <Row
      as="section"
      aria-label={COIN_TEXTS.balanceTitle}
      wrap
      gap={6}
      rowGap={3}
      justify="between"
      paddingBlock={3}
      paddingInline={4}
      fill="gold"
      radius={3}
    >
      <p className={styles.coins}>
        <Icon name="two-coins" size="2.25rem" />
        {isPending ? (
          <Skeleton width="4rem" height="1.2em" />
        ) : (
          <>
            <span aria-hidden="true">{data === undefined ? '–' : formatNumber(data)}</span>
            <VisuallyHidden>
              {data === undefined ? COIN_TEXTS.balanceFailed : COIN_TEXTS.balance(COIN_TEXTS.amount(data))}
            </VisuallyHidden>
          </>
        )}
      </p>
      <Row gap={2} wrap align="stretch" className={styles.links}>
        {children}
      </Row>
    </Row>
  );
}
