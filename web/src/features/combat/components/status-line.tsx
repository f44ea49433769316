import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { clsx } from 'clsx';
import type { CSSProperties } from 'react';
import { useEachSecond } from '../../../lib/use-each-second.ts';
import { Icon } from '../../../ui/icon.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import type { FightModel } from '../fight-model.ts';
import { type ChoiceTimes, choiceTimes } from '../fight-times.ts';
import { statusText } from '../state-text.ts';
import styles from './status-line.module.css';

const SECOND_MS = 1_000;

/** Show the time left as a ring with its seconds: first the time for the choice, then that of the bank. */
export function TimerRing({ times }: { times: ChoiceTimes }) {
  const { until, end, duration, bank } = times;
  const left = useEachSecond((now) => Math.max(0, Math.ceil((until - now) / SECOND_MS)));
  const total = useEachSecond((now) => Math.max(0, Math.ceil((end - now) / SECOND_MS)));
  const isOnBank = left === 0 && total > 0;
  const seconds = isOnBank ? total : left;
  const part = Math.min(1, (seconds * SECOND_MS) / ((isOnBank ? bank : duration) || duration));
  return (
    <div className={clsx(styles.timer, isOnBank && styles.bank)} role="timer">
      <svg viewBox="0 0 36 36" aria-hidden="true">
        <circle cx="18" cy="18" r="15.5" />
        <circle
          className={styles.part}
          cx="18"
          cy="18"
          r="15.5"
          pathLength="100"
          style={{ '--part': part } as CSSProperties}
        />
      </svg>
      <span aria-hidden="true">{seconds}</span>
      <VisuallyHidden>
        {isOnBank ? COMBAT_TEXTS.onBank(seconds) : COMBAT_TEXTS.secondsLeft(seconds)}
      </VisuallyHidden>
    </div>
  );
}

type StatusLineProps = {
  fight: FightModel;
  chosen: string | null;
  warning: string | null;
  coach: string | undefined;
};

/** Show the timer, and what the fight waits for or why no move is possible. */
export function StatusLine({ fight, chosen, warning, coach }: StatusLineProps) {
  const { me, opponent } = fight;
  const times = choiceTimes(fight);
  const name = opponent.player.username;
  const alert =
    warning ??
    (me.knockedOut
      ? COMBAT_TEXTS.knockedOutYou
      : opponent.knockedOut
        ? COMBAT_TEXTS.knockedOutOther(name)
        : null);
  return (
    <div className={styles.line}>
      {times ? (
        <TimerRing times={times} />
      ) : (
        <span className={styles.emblem}>
          <Icon name="crossed-swords" size="1.5rem" />
        </span>
      )}
      <p className={styles.warning} role="alert">
        {alert}
      </p>
      {!alert && <p className={styles.text}>{coach ?? statusText(fight, chosen)}</p>}
    </div>
  );
}
