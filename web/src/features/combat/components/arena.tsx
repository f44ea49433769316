import { clsx } from 'clsx';
import { Scene } from '../../../entities/arena/scene.tsx';
import type { FightModel, OwnChoice } from '../fight-model.ts';
import type { WornGear } from '../gear.ts';
import styles from './arena.module.css';
import { Combatant } from './combatant.tsx';
import { MoveCards } from './move-cards.tsx';

type ArenaProps = {
  fight: FightModel;
  choice: OwnChoice;
  energy: number | null;
  gear: { me: WornGear | undefined; opponent: WornGear | undefined } | undefined;
  /** True to show whether the opponent is present. This is not shown after the fight. */
  hasPresence: boolean;
};

/** Show the two fighters and, between them, the cards of the exchange. */
export function Arena({ fight, choice, energy, gear, hasPresence }: ArenaProps) {
  const { me, opponent, beat, outcome, exchanges } = fight;
  const isCritical = Boolean(beat?.attacker?.critical || beat?.defender?.critical);
  return (
    <div className={clsx(styles.arena, fight.fury > 0 && styles.furious)}>
      <Scene />
      {beat && isCritical && <span key={beat.seq} className={styles.flash} aria-hidden="true" />}
      <Combatant
        side={me}
        exchanges={exchanges}
        energy={energy}
        gear={gear && (gear.me ?? null)}
        onLeft
        isViewer={!fight.isSpectator}
        winner={outcome?.won === true}
      />
      <MoveCards fight={fight} choice={choice} />
      <Combatant
        side={opponent}
        exchanges={exchanges}
        gear={gear && (gear.opponent ?? null)}
        isChallengePending={fight.isChallengePending}
        onLeft={false}
        isViewer={false}
        hasPresence={hasPresence && !fight.over}
        winner={outcome?.won === false}
      />
    </div>
  );
}
