import { COMBAT_TEXTS, TELEGRAPHS } from '@rivalhold/shared/texts/combat.ts';
import { clsx } from 'clsx';
import type { CSSProperties } from 'react';
import { useEachSecond } from '../../../lib/use-each-second.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Row } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import type { FightModel } from '../fight-model.ts';
import { type ChoiceTimes, choiceTimes } from '../fight-times.ts';
import { statusText } from '../state-text.ts';
import styles from './status-line.module.css';

const SECOND_MS = 1_000;

/** Draw an arc: a share (0–1) of a circle. */
function Arc({
  radius,
  share,
  className,
}: {
  radius: number;
  share: number;
  className?: string | undefined;
}) {
  const circle = { cx: 22, cy: 22, r: radius };
  return (
    <g className={className}>
      <circle {...circle} />
      <circle
        {...circle}
        className={styles.part}
        pathLength="100"
        style={{ '--part': share } as CSSProperties}
      />
    </g>
  );
}

/**
 * Show the remaining time as a ring and in seconds: first the time for the choice, then the time in the player's time
 * bank. An outer ring and a number show the time bank. The colors are neutral while the viewer waits for the opponent.
 */
export function TimerRing({ times, isWaiting = false }: { times: ChoiceTimes; isWaiting?: boolean }) {
  const { until, end, duration, bank } = times;
  const left = useEachSecond((now) =>
    Math.min(duration / SECOND_MS, Math.max(0, Math.ceil((until - now) / SECOND_MS))),
  );
  const total = useEachSecond((now) => Math.max(0, Math.ceil((end - now) / SECOND_MS)));
  const isOnBank = left === 0 && total > 0;
  const seconds = isOnBank ? total : left;
  const shareOf = (value: number, full: number) => Math.min(1, (value * SECOND_MS) / full);
  const extra = isOnBank ? 0 : Math.max(0, Math.round((end - until) / SECOND_MS));
  return (
    <Row className={isWaiting ? styles.waiting : isOnBank ? styles.onBank : undefined} gap={2} role="timer">
      <div className={styles.timer}>
        <svg viewBox="0 0 44 44" aria-hidden="true">
          <Arc radius={17} share={shareOf(isOnBank ? 0 : left, duration)} />
          {bank > 0 && (
            <Arc radius={21} share={shareOf(isOnBank ? total : extra, bank)} className={styles.bank} />
          )}
        </svg>
        <span aria-hidden="true">{seconds}</span>
      </div>
      {bank > 0 && (
        <Text
          as="span"
          size={1}
          leading="tight"
          tone="quiet"
          tabular
          className={styles.extra}
          aria-hidden="true"
          title={COMBAT_TEXTS.bankTitle}
        >
          {extra > 0 && COMBAT_TEXTS.bank(extra)}
        </Text>
      )}
      <VisuallyHidden>
        {isOnBank
          ? COMBAT_TEXTS.onBank(seconds)
          : extra > 0
            ? COMBAT_TEXTS.secondsAndBank(seconds, extra)
            : COMBAT_TEXTS.secondsLeft(seconds)}
      </VisuallyHidden>
    </Row>
  );
}

type StatusLineProps = {
  fight: FightModel;
  chosen: string | null;
  warning: string | null;
  coach: string | undefined;
  /**
   * True if the viewer has lost the connection. The viewer's style may then choose before the time is over, so the
   * timer has neutral colors.
   */
  isOffline: boolean;
};

/**
 * Show the timer, and what the fight waits for or why no move is possible. A warning does not hide the sign of the
 * opponent's next move.
 */
export function StatusLine({ fight, chosen, warning, coach, isOffline }: StatusLineProps) {
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
  const sign = warning && !me.sealed && opponent.telegraph && TELEGRAPHS[opponent.telegraph](name);
  const status = alert ? sign : (coach ?? statusText(fight, chosen));
  return (
    <div className={clsx(styles.line, alert && styles.alerting)}>
      {times ? (
        <TimerRing times={times} isWaiting={me.sealed || isOffline} />
      ) : (
        <span className={styles.emblem}>
          <Icon name="crossed-swords" size="1.5rem" />
        </span>
      )}
      <div className={sign ? styles.both : styles.text}>
        {status && <p>{status}</p>}
        <p className={styles.warning} role="alert">
          {alert}
        </p>
      </div>
    </div>
  );
}
