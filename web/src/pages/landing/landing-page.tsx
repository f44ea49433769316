import { ACCOUNT_LABELS } from '@rivalhold/shared/texts/accounts.ts';
import { LANDING_TEXTS } from '@rivalhold/shared/texts/landing.ts';
import { AccountDialogButton } from '../../features/accounts/components/account-dialog-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './landing-page.module.css';
import { SampleFight } from './sample-fight.tsx';
import { Scene } from './scene.tsx';

function CreateCharacter() {
  return (
    <AccountDialogButton opens="sign-up" variant="primary" size="large">
      {ACCOUNT_LABELS.createCharacter}
    </AccountDialogButton>
  );
}

/** / for guests: what the game is, in one glance, and the way in. */
export function LandingPage() {
  return (
    <>
      <section className={styles.hero}>
        <Scene />
        <div className={styles.pitch}>
          <h1 className={styles.title}>{LANDING_TEXTS.title}</h1>
          <p className={styles.lead}>{LANDING_TEXTS.lead}</p>
          <CreateCharacter />
          <p className={styles.adults}>{LANDING_TEXTS.adults}</p>
        </div>
      </section>
      <section className={styles.reasons} aria-label={LANDING_TEXTS.reasonsLabel}>
        {LANDING_TEXTS.reasons.map((reason) => (
          <div key={reason.title} className={styles.reason}>
            <Icon name={reason.icon} size="2.25rem" className={styles.icon} />
            <h2 className={styles.heading}>{reason.title}</h2>
            <p className={styles.text}>{reason.text}</p>
          </div>
        ))}
      </section>
      <section className={styles.evening}>
        <div className={styles.steps}>
          <h2>{LANDING_TEXTS.steps.title}</h2>
          <ol className={styles.list}>
            {LANDING_TEXTS.steps.items.map((step) => (
              <li key={step.title} className={styles.step}>
                <h3 className={styles.heading}>{step.title}</h3>
                <p className={styles.text}>{step.text}</p>
              </li>
            ))}
          </ol>
          <CreateCharacter />
        </div>
        <SampleFight />
      </section>
    </>
  );
}
