import { STORE_TEXTS } from '@rivalhold/shared/texts/store.ts';
import { Link } from '@tanstack/react-router';
import { Icon } from '../../../ui/icon.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import type { StoreFilters } from '../filters.ts';
import type { Stall } from '../wares.ts';
import { signOf } from './sign.ts';
import styles from './stall-nav.module.css';

type StallNavProps = {
  stalls: readonly Stall[];
  filters: StoreFilters;
  filter: (filters: StoreFilters) => void;
  /** How many wares are shown, and of how many. */
  count: number;
  of: number;
};

/** The ways to the stalls, and what is to be seen there; stays in sight. */
export function StallNav({ stalls, filters, filter, count, of }: StallNavProps) {
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
        <ul className={styles.stalls}>
          {stalls.map(({ type, title }) => (
            <li key={type}>
              <Link
                to="/store"
                hash={type}
                search={filters}
                replace
                className={styles.stall}
                activeOptions={{ includeHash: true }}
              >
                <Icon name={signOf(type)} />
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <fieldset className={styles.filters}>
        <legend>
          <VisuallyHidden>{STORE_TEXTS.filters}</VisuallyHidden>
        </legend>
        {only('level', STORE_TEXTS.forLevel)}
        {only('coins', STORE_TEXTS.affordable)}
      </fieldset>
      <VisuallyHidden role="status">{(level || coins) && STORE_TEXTS.shown(count, of)}</VisuallyHidden>
    </div>
  );
}
