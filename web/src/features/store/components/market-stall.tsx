import { STORE_TEXTS } from '@rivalhold/shared/texts/store.ts';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { TYPE_ORDER } from '../../../entities/items/entries.ts';
import { repeat } from '../../../lib/repeat.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import type { Stall, Ware } from '../wares.ts';
import styles from './market-stall.module.css';
import { signOf } from './sign.ts';

type MarketStallProps = { stall: Stall; card: (ware: Ware) => ReactNode };

/** A stall of the market: its awning and sign, the wares on its counter, and folded under it those of higher levels. */
export function MarketStall({ stall: { type, title, wares, later, from }, card }: MarketStallProps) {
  return (
    <section id={type} aria-labelledby={`stall-${type}`} className={styles.stall}>
      <div className={styles.awning} aria-hidden="true" />
      <header className={styles.head}>
        <span className={styles.sign}>
          <Icon name={signOf(type)} size="1.5rem" />
        </span>
        <h2 id={`stall-${type}`}>{title}</h2>
        <p className={styles.count}>{STORE_TEXTS.wares(wares.length + later.length)}</p>
      </header>
      {wares.length > 0 && <ul className={styles.wares}>{wares.map(card)}</ul>}
      {later.length > 0 && (
        <details className={styles.later}>
          <summary>
            <Icon name="padlock" />
            {STORE_TEXTS.later(later.length, from, wares.length > 0)}
            <ChevronDown size={18} aria-hidden="true" className={styles.fold} />
          </summary>
          <ul className={styles.wares}>{later.map(card)}</ul>
        </details>
      )}
    </section>
  );
}

/** The market before its wares are there. */
export function StallSkeletons() {
  return (
    <>
      <VisuallyHidden role="status">{STORE_TEXTS.loading}</VisuallyHidden>
      <div aria-busy="true" className={styles.waiting}>
        <Skeleton className={styles.bar} />
        {TYPE_ORDER.map((type) => (
          <div key={type} className={styles.stall}>
            <div className={styles.awning} />
            <div className={styles.head}>
              <Skeleton width="9rem" height="2.5rem" />
            </div>
            <div className={styles.wares}>
              {repeat(5, (card) => (
                <Skeleton key={card} height="auto" className={styles.card} />
              ))}
            </div>
          </div>
        ))}
      </div>
    </>
  );
}
