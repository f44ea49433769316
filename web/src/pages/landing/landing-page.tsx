import { ACCOUNT_LABELS } from '@rivalhold/shared/texts/accounts.ts';
import { LANDING_TEXTS } from '@rivalhold/shared/texts/landing.ts';
import { AccountDialogButton } from '../../features/accounts/components/account-dialog-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Stack } from '../../ui/layout.tsx';
import { Text } from '../../ui/text.tsx';
import styles from './landing-page.module.css';
import { SampleFight } from './sample-fight.tsx';
import { Scene } from './scene.tsx';

function CreateCharacter() {
  return (
    <AccountDialogButton dialog="sign-up" variant="primary" size="large">
      {ACCOUNT_LABELS.createCharacter}
    </AccountDialogButton>
  );
}

/** Show the landing page for guests: what the game is, and how to sign up. */
export function LandingPage() {
  return (
    <>
      <section className={styles.hero}>
        <Scene />
        <div className={styles.pitch}>
          <h1 className={styles.title}>{LANDING_TEXTS.title}</h1>
          <p className={styles.lead}>{LANDING_TEXTS.lead}</p>
          <CreateCharacter />
          <Text size={1}>{LANDING_TEXTS.adults}</Text>
        </div>
      </section>
      <section className={styles.reasons} aria-label={LANDING_TEXTS.reasonsLabel}>
        {LANDING_TEXTS.reasons.map((reason) => (
          <Stack
            key={reason.title}
            gap={2}
            padding={5}
            border
            radius={3}
            shadow={1}
            className={styles.reason}
          >
            <Icon name={reason.icon} size="2.25rem" />
            <Text as="h2" size={3}>
              {reason.title}
            </Text>
            <Text tone="quiet">{reason.text}</Text>
          </Stack>
        ))}
      </section>
      <section className={styles.howToPlay}>
        <Stack gap={6} justify="start">
          <h2>{LANDING_TEXTS.steps.title}</h2>
          <ol className={styles.list}>
            {LANDING_TEXTS.steps.items.map((step) => (
              <li key={step.title} className={styles.step}>
                <h3>{step.title}</h3>
                <Text tone="quiet">{step.text}</Text>
              </li>
            ))}
          </ol>
          <CreateCharacter />
        </Stack>
        <SampleFight />
      </section>
    </>
  );
}
