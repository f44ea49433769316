import { ACCOUNT_LABELS, ACCOUNT_TEXTS } from '@rivalhold/shared/texts/accounts.ts';
import { MENU_TEXTS } from '@rivalhold/shared/texts/menu.ts';
import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { useUser } from '../../entities/session/api.ts';
import { ChangePassword } from '../../features/accounts/components/change-password.tsx';
import { EmailState } from '../../features/accounts/components/email-state.tsx';
import { SessionList } from '../../features/accounts/components/session-list.tsx';
import { ThemeChoice } from '../../features/accounts/components/theme-choice.tsx';
import { FightSettingsCard } from '../../features/combat/components/fight-settings-card.tsx';
import { PushCard } from '../../features/push/components/push-card.tsx';
import { TourCard } from '../../features/quests/components/tour-card.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import styles from './settings-page.module.css';

/** Render /settings. */
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
      <PushCard />
      <Card title={SHELL_TEXTS.theme}>
        <ThemeChoice />
        <p className={styles.quiet}>{ACCOUNT_TEXTS.themeText}</p>
      </Card>
      <Card title={ACCOUNT_LABELS.otherSettings}>
        <p className={styles.elsewhere}>{ACCOUNT_TEXTS.otherSettingsText}</p>
        <ButtonLink to="/profiles/$userId/edit" params={{ userId: String(user.id) }}>
          {MENU_TEXTS.editProfile}
        </ButtonLink>
      </Card>
      <TourCard />
      <FightSettingsCard />
    </div>
  );
}
