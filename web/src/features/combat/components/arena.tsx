import { clsx } from 'clsx';
import { Icon } from '../../../ui/icon.tsx';
import type { FightView } from '../fight-view.ts';
import styles from './arena.module.css';
import { Combatant } from './combatant.tsx';
import { Scene } from './scene.tsx';

/** Show the two fighters and a short text about the current line. */
export function Arena({ view }: { view: FightView }) {
  const { me, opponent, beat, log, outcome, opponentPresent } = view;
  const last = log.at(-1);
  const isCritical = Boolean(beat?.attacker?.critical || beat?.defender?.critical);
  return (
    <div className={styles.arena} data-critical={(isCritical && beat?.seq) || undefined}>
      <Scene />
      {beat && isCritical && <span key={beat.seq} className={styles.flash} aria-hidden="true" />}
      <div className={styles.combatants}>
        <Combatant side={me} onLeft winner={outcome?.won === true} />
        <span className={styles.versus}>
          <Icon name="crossed-swords" size="62%" />
        </span>
        <Combatant side={opponent} onLeft={false} winner={outcome?.won === false} present={opponentPresent} />
      </div>
      <p className={styles.caption} aria-hidden="true">
        {last && !outcome && (
          <span key={last.seq} className={clsx(styles.brief, styles[last.tone])}>
            {last.text}
          </span>
        )}
      </p>
    </div>
  );
}
