import { STORE_TEXTS } from '@rivalhold/shared/texts/store.ts';
import { Link } from '@tanstack/react-router';
import { Icon } from '../../../ui/icon.tsx';
import { Row } from '../../../ui/layout.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import type { StoreFilters } from '../filters.ts';
import type { ProductSection } from '../products.ts';
import { sectionIcon } from './section-icon.ts';
import styles from './section-nav.module.css';

type SectionNavProps = {
  sections: readonly ProductSection[];
  filters: StoreFilters;
  filter: (filters: StoreFilters) => void;
  /** Number of products that match the filters; `total` is the number of all products. */
  count: number;
  total: number;
};

/** Show links to the sections, and the filters. The bar stays visible while scrolling. */
export function SectionNav({ sections, filters, filter, count, total }: SectionNavProps) {
  const { level, coins } = filters;
  const only = (name: keyof StoreFilters, text: string) => {
    const { [name]: on, ...others } = filters;
    return (
      <label className={styles.filter}>
        <input
          type="checkbox"
          checked={on ?? false}
          onChange={() => filter(on ? others : { ...others, [name]: true })}
        />
        {text}
      </label>
    );
  };
  return (
    <div className={styles.bar}>
      <nav aria-label={STORE_TEXTS.groups}>
        <Row as="ul" gap={1} align="stretch" className={styles.sections}>
          {sections.map(({ type, title }) => (
            <li key={type}>
              <Link
                to="/store"
                hash={type}
                search={filters}
                replace
                className={styles.section}
                activeOptions={{ includeHash: true }}
              >
                <Icon name={sectionIcon(type)} />
                {title}
              </Link>
            </li>
          ))}
        </Row>
      </nav>
      <Row as="fieldset" align="stretch" wrap className={styles.filters}>
        <legend>
          <VisuallyHidden>{STORE_TEXTS.filters}</VisuallyHidden>
        </legend>
        {only('level', STORE_TEXTS.forLevel)}
        {only('coins', STORE_TEXTS.affordable)}
      </Row>
      <VisuallyHidden role="status">{(level || coins) && STORE_TEXTS.shown(count, total)}</VisuallyHidden>
    </div>
  );
}
