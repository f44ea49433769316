import { LIMITS } from '@rivalhold/shared/limits.ts';
import type { FightModel } from './fight-model.ts';

/** Times (ms) for the action that the fight waits for: the choice of a move, or the answer to a challenge. */
export type ChoiceTimes = {
  /** When the time for the choice ends. The player's time bank then lasts until `end`. */
  until: number;
  end: number;
  /** Full time for the choice. `bank` is the full time bank of a fight. */
  duration: number;
  bank: number;
};

/**
 * Return the times of the choice that the fight waits for. If the fight waits for both players, return the viewer's
 * times. Return null if there is no time limit.
 */
export function choiceTimes({
  me,
  opponent,
  isChallengePending,
  deadlineAt,
}: FightModel): ChoiceTimes | null {
  if (deadlineAt === null) return null;
  const deadline = Date.parse(deadlineAt);
  const { challengeMs, bankMs } = LIMITS.combat;
  if (isChallengePending) return { until: deadline, end: deadline, duration: challengeMs, bank: 0 };
  const side = me.sealed ? opponent : me;
  const { choiceMs } = side;
  // Without `choiceUntil`, it is unknown when the time for the choice ends and the time bank starts. Therefore, treat
  // both as a single time until the deadline.
  if (side.choiceUntil === null)
    return { until: deadline, end: deadline, duration: choiceMs + side.bankMs, bank: 0 };
  const due = Date.parse(side.choiceUntil) + side.bankMs;
  // If the opponent loses the connection, the server shortens the deadline to a few seconds. When the deadline passes,
  // the opponent counts as absent, and the clock stops. The viewer keeps the full time for a choice, so ignore the
  // deadline while the viewer has to choose.
  const end = me.sealed ? Math.min(due, deadline) : due;
  return { until: Math.min(Date.parse(side.choiceUntil), end), end, duration: choiceMs, bank: bankMs };
}
