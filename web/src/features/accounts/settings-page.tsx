import { ACCOUNT_LABELS, ACCOUNT_TEXTS } from '@rivalhold/shared/texts/accounts.ts';
import { Card } from '../../ui/card.tsx';
import { useUser } from './api.ts';
import { ChangePassword } from './components/change-password.tsx';
import { EmailState } from './components/email-state.tsx';
import { SessionList } from './components/session-list.tsx';
import { ThemeChoice } from './components/theme-choice.tsx';
import styles from './settings-page.module.css';

/** /settings */
export function SettingsPage() {
  const user = useUser();
  return (
    <div className={styles.page}>
      <h1>{ACCOUNT_LABELS.settings}</h1>
      <Card title={ACCOUNT_LABELS.emailTitle}>
        <EmailState user={user} />
      </Card>
      <Card title={ACCOUNT_LABELS.changePassword}>
        <ChangePassword username={user.username} />
      </Card>
      <SessionList />
      <Card title={ACCOUNT_LABELS.theme}>
        <ThemeChoice />
        <p className={styles.quiet}>{ACCOUNT_TEXTS.themeText}</p>
      </Card>
    </div>
  );
}
