import { STORE_TEXTS } from '@rivalhold/shared/texts/store.ts';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { TYPE_ORDER } from '../../../entities/items/entries.ts';
import { repeat } from '../../../lib/repeat.ts';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { Grid, Row } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { countProducts, type Product, type ProductSection } from '../products.ts';
import { sectionIcon } from './section-icon.ts';
import styles from './store-section.module.css';

type StoreSectionProps = { section: ProductSection; card: (product: Product) => ReactNode };

/**
 * Show a section of the store: its heading, its products, and below them folded lists of products that the player does
 * not need or cannot buy yet.
 */
export function StoreSection({ section, card }: StoreSectionProps) {
  const { type, title, products, lesserProducts, lockedProducts, unlockLevel } = section;
  return (
    <section id={type} aria-labelledby={`stall-${type}`} className={styles.section}>
      <div className={styles.awning} aria-hidden="true" />
      <Row as="header" gap={3} paddingTop={2} paddingBottom={3} paddingInline={4} className={styles.head}>
        <span className={styles.sign}>
          <Icon name={sectionIcon(type)} size="1.5rem" />
        </span>
        <h2 id={`stall-${type}`}>{title}</h2>
        <p className={styles.count}>{STORE_TEXTS.itemCount(countProducts(section))}</p>
      </Row>
      {products.length > 0 && <Products>{products.map(card)}</Products>}
      {lesserProducts.length > 0 && (
        <Folded text={STORE_TEXTS.lesser(lesserProducts.length)} icon="backpack">
          {lesserProducts.map(card)}
        </Folded>
      )}
      {lockedProducts.length > 0 && (
        <Folded
          text={STORE_TEXTS.later(lockedProducts.length, unlockLevel, products.length > 0)}
          icon="padlock"
        >
          {lockedProducts.map(card)}
        </Folded>
      )}
    </section>
  );
}

function Folded({ text, icon, children }: { text: string; icon: IconName; children: ReactNode }) {
  return (
    <details className={styles.later}>
      <summary>
        <Icon name={icon} />
        {text}
        <ChevronDown size={18} aria-hidden="true" className={styles.fold} />
      </summary>
      <Products>{children}</Products>
    </details>
  );
}

/** Lay out the cards of a section in as many columns as fit. */
function Products({ as = 'ul', children }: { as?: 'ul' | 'div'; children: ReactNode }) {
  return (
    <Grid as={as} columns="10.25rem" gap={3} paddingInline={4} paddingBottom={4} className={styles.products}>
      {children}
    </Grid>
  );
}

/** Lay out the sections: two next to each other in a wide window. */
export const StoreSections = ({ children }: { children: ReactNode }) => (
  <Grid columns={2} gap={5} align="start" stackOn="below-wide">
    {children}
  </Grid>
);

/** Show a placeholder for the store. */
export function SectionSkeletons() {
  return (
    <>
      <VisuallyHidden role="status">{STORE_TEXTS.loading}</VisuallyHidden>
      <div aria-busy="true" className={styles.loading}>
        <Skeleton height="" className={styles.bar} />
        <StoreSections>
          {TYPE_ORDER.map((type) => (
            <div key={type} className={styles.section}>
              <div className={styles.awning} />
              <Row gap={3} paddingTop={2} paddingBottom={3} paddingInline={4} className={styles.head}>
                <Skeleton width="9rem" height="2.5rem" />
              </Row>
              <Products as="div">
                {repeat(3, (card) => (
                  <Skeleton key={card} height="auto" className={styles.card} />
                ))}
              </Products>
            </div>
          ))}
        </StoreSections>
      </div>
    </>
  );
}
