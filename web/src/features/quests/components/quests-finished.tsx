import { ENERGY_PER_HOUR } from '@rivalhold/shared/levels/regeneration.ts';
import { QUESTS_COMPLETE_TEXTS as TEXTS } from '@rivalhold/shared/texts/quests.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import rhythm from '../../../ui/rhythm.module.css';
import styles from './quests-finished.module.css';

const { energy, rivals, clips, friends } = TEXTS.reasons;
const REASONS: readonly { icon: IconName; title: string; text: string }[] = [
  { ...energy, icon: 'campfire', text: energy.text(ENERGY_PER_HOUR) },
  { ...rivals, icon: 'crossed-swords' },
  { ...clips, icon: 'hourglass' },
  { ...friends, icon: 'three-friends' },
];

/** When all is done: why to come back tomorrow. */
export function QuestsFinished({ close, closing }: { close: () => void; closing: boolean }) {
  return (
    <div className={styles.all}>
      <h2 id="quests">{TEXTS.title}</h2>
      <p className={rhythm.quiet}>{TEXTS.text}</p>
      <ul className={styles.reasons}>
        {REASONS.map(({ icon, title, text }) => (
          <li key={title} className={styles.reason}>
            <Icon name={icon} size="1.75rem" className={styles.icon} />
            <div>
              <h3 className={styles.title}>{title}</h3>
              <p className={rhythm.note}>{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <Button variant="primary" busy={closing} onClick={close}>
        {TEXTS.close}
      </Button>
    </div>
  );
}
