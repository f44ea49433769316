import { PAGE_TITLES } from '@rivalhold/shared/texts/page-titles.ts';
import { SESSION_LABELS } from '@rivalhold/shared/texts/session-labels.ts';
import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { Link } from '@tanstack/react-router';
import { AccountDialogButton } from '../features/accounts/components/account-dialog-button.tsx';
import { Row } from '../ui/layout.tsx';
import styles from './site-footer.module.css';

const LINKS = [
  { to: '/terms', text: PAGE_TITLES.terms },
  { to: '/privacy', text: PAGE_TITLES.privacy },
  { to: '/support', text: PAGE_TITLES.support },
  { to: '/faq', text: PAGE_TITLES.faq },
  { to: '/guide', text: PAGE_TITLES.guide },
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
          {SESSION_LABELS.cookieSettings}
        </AccountDialogButton>
      </Row>
      <p>{SHELL_TEXTS.adults}</p>
    </footer>
  );
}
