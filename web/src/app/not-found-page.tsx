import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { useTitle } from '../lib/title.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import styles from './plain-page.module.css';

/** Show that a path has no page. */
export function NotFoundPage() {
  useTitle(SHELL_TEXTS.notFound);
  return (
    <div className={styles.page}>
      <Icon name="broken-shield" size="4.5rem" />
      <h1>{SHELL_TEXTS.notFound}</h1>
      <p className={styles.text}>{SHELL_TEXTS.notFoundText}</p>
      <ButtonLink to="/" variant="primary">
        {SHELL_TEXTS.home}
      </ButtonLink>
    </div>
  );
}
