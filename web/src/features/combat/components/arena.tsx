import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { clsx } from 'clsx';
import { Icon } from '../../../ui/icon.tsx';
import type { FightView } from '../fight-view.ts';
import styles from './arena.module.css';
import { Combatant } from './combatant.tsx';

const EMBERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const;

/** The yard of the hold at night: walls, two fires, sparks. Decoration only. */
function Scene() {
  return (
    <div className={styles.scene} aria-hidden="true">
      <svg
        aria-hidden="true"
        className={styles.walls}
        viewBox="0 0 1200 360"
        preserveAspectRatio="xMidYMax slice"
      >
        <path
          className={styles.far}
          d="M0 190h60v-26h26v26h40v-26h26v26h40v-60l34-46 34 46v60h44v-26h26v26h40v-26h26v26h60v-96h30v-24h30v24h36v-24h30v24h36v-24h30v24h30v96h60v-26h26v26h40v-26h26v26h44v-60l34-46 34 46v60h40v-26h26v26h40v-26h26v26h90v170H0z"
        />
        <path
          className={styles.near}
          d="M0 262h34v-30h44v30h44v-30h44v30h60c30 34 90 46 150 50h448c60-4 120-16 150-50h60v-30h44v30h44v-30h44v30h34v98H0z"
        />
        <path className={styles.gate} d="M556 190v-58q44-46 88 0v58z" />
      </svg>
      <span className={clsx(styles.fire, styles.fireLeft)} />
      <span className={clsx(styles.fire, styles.fireRight)} />
      {EMBERS.map((ember) => (
        <i key={ember} className={styles.ember} />
      ))}
    </div>
  );
}

/** The two face to face, and what is happening right now in few words. */
export function Arena({ view }: { view: FightView }) {
  const { me, opponent, beat, log, outcome, opponentPresent } = view;
  const last = log.at(-1);
  const name = opponent.player.username;
  return (
    <div className={styles.arena} data-critical={(beat?.critical && beat.seq) || undefined}>
      <Scene />
      {beat?.critical && <span key={beat.seq} className={styles.flash} aria-hidden="true" />}
      <div className={styles.facing}>
        <Combatant side={me} onLeft winner={outcome?.won === true} />
        <Icon name="crossed-swords" className={styles.versus} />
        <Combatant
          side={opponent}
          onLeft={false}
          winner={outcome?.won === false}
          note={opponentPresent ? COMBAT_TEXTS.present(name) : undefined}
        />
      </div>
      <p className={styles.caption} aria-hidden="true">
        {last && (
          <span key={last.seq} className={clsx(styles.brief, styles[last.tone])}>
            {last.brief}
          </span>
        )}
      </p>
    </div>
  );
}
