import { ACCOUNT_LABELS } from '@rivalhold/shared/texts/accounts.ts';
import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { Link } from '@tanstack/react-router';
import { AccountDialogButton } from '../features/accounts/components/account-dialog-button.tsx';
import { Row } from '../ui/layout.tsx';
import styles from './site-footer.module.css';

const LINKS = [
  { to: '/terms', text: SHELL_TEXTS.terms },
  { to: '/privacy', text: SHELL_TEXTS.privacy },
  { to: '/support', text: SHELL_TEXTS.support },
  { to: '/faq', text: SHELL_TEXTS.faq },
  { to: '/guide', text: SHELL_TEXTS.guide },
  { to: '/support', hash: 'source', text: SHELL_TEXTS.source },
] as const;

/** Show the footer of every page. */
export function SiteFooter() {
  return (
    <footer className={styles.footer}>
      <Row as="nav" aria-label={SHELL_TEXTS.aboutNavigation} gap={5} wrap rowGap={0} className={styles.links}>
        {LINKS.map(({ text, ...link }) => (
          <Link key={text} {...link}>
            {text}
          </Link>
        ))}
        <AccountDialogButton dialog="cookies" plain>
          {ACCOUNT_LABELS.cookieSettings}
        </AccountDialogButton>
      </Row>
      <p>{SHELL_TEXTS.adults}</p>
    </footer>
  );
}
