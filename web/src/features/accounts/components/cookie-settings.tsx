import { COOKIE_TEXTS } from '@rivalhold/shared/texts/accounts.ts';
import rhythm from '../../../ui/rhythm.module.css';
import styles from './cookie-settings.module.css';

/** What the site keeps in the browser, and what it does not do. */
export function CookieSettings() {
  return (
    <div className={rhythm.stack4}>
      <p>{COOKIE_TEXTS.intro}</p>
      <dl className={styles.list}>
        {COOKIE_TEXTS.entries.map((entry) => (
          <div key={entry.name}>
            <dt>{entry.name}</dt>
            <dd>{entry.text}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.promise}>{COOKIE_TEXTS.promise}</p>
    </div>
  );
}
