import { DECISION_TEXTS } from '@rivalhold/shared/texts/decisions.ts';
import { PAGE_TITLES } from '@rivalhold/shared/texts/page-titles.ts';
import { SAFETY_TEXTS } from '@rivalhold/shared/texts/safety.ts';
import { SETTINGS_TEXTS } from '@rivalhold/shared/texts/settings.ts';
import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { useUser } from '../../entities/session/api.ts';
import { AccountStandingCard } from '../../features/account-standing/components/account-standing-card.tsx';
import { ChangePassword } from '../../features/accounts/components/change-password.tsx';
import { EmailState } from '../../features/accounts/components/email-state.tsx';
import { SessionList } from '../../features/accounts/components/session-list.tsx';
import { ThemeChoice } from '../../features/accounts/components/theme-choice.tsx';
import { FightSettingsCard } from '../../features/combat/components/fight-settings-card.tsx';
import { PushCard } from '../../features/push/components/push-card.tsx';
import { SkippedQuestsCard } from '../../features/quests/components/skipped-quests-card.tsx';
import { FactorsCard } from '../../features/second-factors/components/factors-card.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/layout.tsx';
import { Text } from '../../ui/text.tsx';

/** Render /settings. */
export function SettingsPage() {
  const user = useUser();
  return (
    <Page gap={5} width="narrow">
      <h1>{SETTINGS_TEXTS.settings}</h1>
      <Card title={SETTINGS_TEXTS.emailTitle}>
        <EmailState user={user} />
      </Card>
      <Card title={SETTINGS_TEXTS.changePassword}>
        <ChangePassword username={user.username} />
      </Card>
      <FactorsCard />
      <SessionList />
      <PushCard />
      <Card title={SHELL_TEXTS.theme}>
        <ThemeChoice />
        <Text size={1} tone="quiet" paddingTop={2}>
          {SETTINGS_TEXTS.themeText}
        </Text>
      </Card>
      <Card title={SETTINGS_TEXTS.otherSettings}>
        <Text tone="quiet" paddingBottom={4}>
          {SETTINGS_TEXTS.otherSettingsText}
        </Text>
        <ButtonLink to="/profiles/$userId/edit" params={{ userId: String(user.id) }}>
          {PAGE_TITLES.editProfile}
        </ButtonLink>
      </Card>
      <Card title={PAGE_TITLES.safety}>
        <Text tone="quiet" paddingBottom={4}>
          {SAFETY_TEXTS.settingsText}
        </Text>
        <ButtonLink to="/safety">{SAFETY_TEXTS.link}</ButtonLink>
      </Card>
      <AccountStandingCard />
      <Card title={DECISION_TEXTS.title}>
        <Text tone="quiet" paddingBottom={4}>
          {DECISION_TEXTS.settingsText}
        </Text>
        <ButtonLink to="/decisions">{DECISION_TEXTS.link}</ButtonLink>
      </Card>
      <SkippedQuestsCard />
      <FightSettingsCard />
    </Page>
  );
}
