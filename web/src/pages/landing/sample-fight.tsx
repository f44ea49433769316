import { LANDING_TEXTS } from '@rivalhold/shared/texts/landing.ts';
import { clsx } from 'clsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Meter } from '../../ui/meter.tsx';
import rhythm from '../../ui/rhythm.module.css';
import styles from './sample-fight.module.css';

const { sample } = LANDING_TEXTS;
const ICONS: Record<(typeof sample.lines)[number]['kind'], IconName> = {
  hit: 'sword-wound',
  miss: 'dodging',
  heal: 'heart-plus',
};

function Side({ name, level, value, max }: { name: string; level: number; value: number; max: number }) {
  return (
    <div className={rhythm.stack3}>
      <div className={styles.who}>
        <Avatar name={name} size={44} />
        <p>
          <strong className={styles.name}>{name}</strong>
          <span className={rhythm.note}>{sample.level(level)}</span>
        </p>
      </div>
      <Meter kind="health" label={sample.health} value={value} max={max} />
    </div>
  );
}

/** What a fight looks like, for who has not seen one. */
export function SampleFight() {
  return (
    <figure className={styles.sample}>
      <figcaption className={rhythm.note}>{sample.label}</figcaption>
      <div className={styles.sides}>
        <Side name={sample.you} level={7} value={88} max={124} />
        <span className={styles.versus} aria-hidden="true">
          <Icon name="crossed-swords" size="2rem" />
        </span>
        <Side name={sample.foe} level={8} value={41} max={130} />
      </div>
      <ol className={styles.log}>
        {sample.lines.map((line) => (
          <li key={line.text} className={clsx(styles.line, styles[line.kind])}>
            <Icon name={ICONS[line.kind]} />
            {line.text}
          </li>
        ))}
      </ol>
      <p className={styles.verified}>
        <Icon name="checked-shield" /> {sample.verified}
      </p>
    </figure>
  );
}
