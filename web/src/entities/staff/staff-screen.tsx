import type { StaffPath } from '@rivalhold/shared/pages.ts';
import { ADMIN_HOME_TEXTS, STAFF_ACCESS_TEXTS } from '@rivalhold/shared/texts/admin.ts';
import { PAGE_TITLES } from '@rivalhold/shared/texts/page-titles.ts';
import { STEP_UP_TEXTS } from '@rivalhold/shared/texts/step-up.ts';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTitle } from '../../lib/title.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Page } from '../../ui/layout.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useEachMinute } from '../../ui/relative-time.tsx';
import { SentenceText } from '../../ui/sentence-text.tsx';
import { Notice } from '../../ui/state.tsx';
import { Text } from '../../ui/text.tsx';
import { useUser } from '../session/index.ts';
import styles from './staff.module.css';
import { canOpen, staffPagesFor } from './staff-menu.ts';

type StaffScreenProps = {
  path: StaffPath;
  title: string;
  text: string;
  children: ReactNode;
};

/**
 * Show a staff page with links to the other staff pages. Viewers without the required role see 'Forbidden', or
 * 'Unauthorized' if they lose the role while the page is open. Staff who must set up a second factor see a request to
 * do so above the content; after the deadline, they see only the request.
 */
export function StaffScreen({ path, title, text, children }: StaffScreenProps) {
  const { role, factorDue = null } = useUser();
  const now = useEachMinute();
  const isAllowed = canOpen(role, path);
  const wasAllowed = useRef(isAllowed);
  wasAllowed.current ||= isAllowed;
  const nav = useRef<HTMLElement>(null);
  useTitle(title);
  // On a phone the links do not all fit, so scroll to the current page's link.
  useEffect(() => {
    nav.current
      ?.querySelector('[aria-current="page"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, []);
  if (!isAllowed) {
    const hasLostAccess = wasAllowed.current;
    return (
      <Notice
        page
        icon="padlock"
        title={hasLostAccess ? STAFF_ACCESS_TEXTS.unauthorized : STAFF_ACCESS_TEXTS.forbidden}
        text={hasLostAccess ? STAFF_ACCESS_TEXTS.unauthorizedText : STAFF_ACCESS_TEXTS.forbiddenText}
        action={
          role === 'player' ? (
            <ButtonLink to="/dashboard">{STAFF_ACCESS_TEXTS.toDashboard}</ButtonLink>
          ) : (
            <ButtonLink to="/admin">{PAGE_TITLES.admin}</ButtonLink>
          )
        }
      />
    );
  }
  if (factorDue !== null && Date.parse(factorDue) <= now)
    return (
      <Notice
        page
        icon="padlock"
        title={STEP_UP_TEXTS.closedTitle}
        text={STEP_UP_TEXTS.closedText}
        action={<ButtonLink to="/settings">{STEP_UP_TEXTS.toSettings}</ButtonLink>}
      />
    );
  return (
    <Page gap={5}>
      <nav ref={nav} aria-label={ADMIN_HOME_TEXTS.nav} className={styles.nav}>
        <Link to="/admin" activeOptions={{ exact: true }} className={styles.navLink}>
          {ADMIN_HOME_TEXTS.overview}
        </Link>
        {staffPagesFor(role).map((page) => (
          <Link key={page.title} to={page.to} className={styles.navLink}>
            {page.title}
          </Link>
        ))}
      </nav>
      <PageHeader title={title} text={text} />
      {factorDue !== null && (
        <Text role="status">
          <SentenceText
            parts={STEP_UP_TEXTS.due(
              <Link to="/settings">{STEP_UP_TEXTS.settings}</Link>,
              <DateTime time={factorDue} />,
            )}
          />
        </Text>
      )}
      {children}
    </Page>
  );
}
