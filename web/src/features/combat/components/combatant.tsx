import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { MENU_TEXTS } from '@rivalhold/shared/texts/menu.ts';
import { clsx } from 'clsx';
import { useRef } from 'react';
import { PlayerLink } from '../../../entities/players/player-link.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Meter } from '../../../ui/meter.tsx';
import type { Side } from '../fight-view.ts';
import { useCombatMotion } from '../motion.ts';
import styles from './combatant.module.css';
import { Impact } from './impact.tsx';

const LOW_HEALTH_SHARE = 0.3;
/** The largest size in the style sheet (px). */
const PORTRAIT_PX = 176;

type CombatantProps = { side: Side; onLeft: boolean; winner: boolean; present?: boolean };

/** Show a fighter's portrait, name and health, animated by their actions and the effects on them. */
export function Combatant({ side, onLeft, winner, present }: CombatantProps) {
  const { player, hp, maxHp, knockedOut, strike, impact } = side;
  const portrait = useRef<HTMLDivElement>(null);
  useCombatMotion(portrait, { strike, impact, maxHp, onLeft });
  const low = !knockedOut && !winner && hp <= maxHp * LOW_HEALTH_SHARE;
  return (
    <section
      aria-label={player.username}
      className={clsx(styles.combatant, onLeft ? styles.left : styles.right)}
    >
      <div className={styles.portraitArea}>
        <div
          ref={portrait}
          className={clsx(styles.portrait, low && styles.low, winner && styles.winner)}
          data-out={knockedOut || undefined}
        >
          <Avatar
            name={player.username}
            url={player.avatarUrl}
            size={PORTRAIT_PX}
            fluid
            className={styles.face}
          />
          {winner && <Icon name="laurel-crown" className={styles.laurel} />}
          {impact && <Impact key={impact.seq} line={impact} />}
        </div>
        {knockedOut && (
          <p className={styles.knockedOutLabel}>
            <Icon name="knocked-out-stars" />
            {COMBAT_TEXTS.knockedOut}
          </p>
        )}
      </div>
      <div className={styles.plate}>
        <header className={styles.header}>
          <h2 className={styles.name} title={player.username}>
            <PlayerLink player={player}>{player.username}</PlayerLink>
          </h2>
          <p className={styles.level}>
            {onLeft && <span className={styles.you}>{MENU_TEXTS.you}</span>}
            {COMBAT_TEXTS.level(player.level)}
            {present && (
              <span className={styles.present}>
                <span>{COMBAT_TEXTS.isConnected}</span>
              </span>
            )}
          </p>
        </header>
        <div className={clsx(styles.health, low && styles.healthLow)}>
          <p className={styles.numbers} aria-hidden="true">
            <strong>{hp}</strong>
            <span> / {maxHp}</span>
          </p>
          <Meter
            kind="health"
            trailing
            value={hp}
            max={maxHp}
            label={COMBAT_TEXTS.health(player.username)}
            text={COMBAT_TEXTS.hp(hp, maxHp)}
            showText={false}
            className={styles.bar}
          />
        </div>
      </div>
    </section>
  );
}
