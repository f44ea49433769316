import { FIGHT_NUMBERS } from '@rivalhold/shared/fights/numbers.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { COMBAT_TEXTS, TELEGRAPHS } from '@rivalhold/shared/texts/combat.ts';
import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import type { FightModel } from './fight-model.ts';
import { choiceTimes } from './fight-times.ts';

/** Return how a fight ended, or null if there is no winner. */
export function outcomeText({ outcome, opponent }: FightModel): string | null {
  if (!outcome || outcome.won === null) return null;
  const { won, reason } = outcome;
  const { victoryOver, defeatBy, wonBy, lostBy } = COMBAT_TEXTS;
  const text = won ? (reason ? wonBy[reason] : victoryOver) : reason ? lostBy[reason] : defeatBy;
  return text(opponent.player.username);
}

/** Join the sentences that are not null. */
const joined = (...sentences: (string | null)[]): string => sentences.filter(Boolean).join(' ');

/** Report whether the exchange that is being fought is the last. */
export const isLastExchange = ({ exchange, over }: FightModel): boolean =>
  exchange === FIGHT_NUMBERS.lastExchange && !over;

/**
 * Return what the fight is waiting for, or a change in the opponent's presence, or null if neither applies. `chosen` is
 * the name of the viewer's move.
 */
export function stateText(fight: FightModel, chosen: string | null): string | null {
  const { me, opponent, isChallengePending, isBusy, isLimited, isRanked, note } = fight;
  const name = opponent.player.username;
  if (isChallengePending && me.sealed)
    return chosen ? COMBAT_TEXTS.waitingForAnswer(chosen, name) : COMBAT_TEXTS.waiting(name);
  if (isChallengePending) return COMBAT_TEXTS.challenged(name);
  if (isBusy) return COMBAT_TEXTS.busy(name);
  if (isLimited) return COMBAT_TEXTS.limited(name, LIMITS.combat.challengesPerWindow);
  if (me.sealed) return chosen ? COMBAT_TEXTS.waitingWith(chosen, name) : COMBAT_TEXTS.waiting(name);
  // If the opponent has left, their style chooses for them, so do not show that they have chosen.
  if (opponent.sealed && note !== 'left') return COMBAT_TEXTS.theyChose(name);
  return note && COMBAT_TEXTS[note === 'left' && isRanked ? 'leftRanked' : note](name);
}

/**
 * Return the warning that the viewer has lost the connection. It mentions the viewer's style only if there is a time
 * limit, because otherwise the style does not choose.
 */
export const connectionText = (fight: FightModel): string =>
  choiceTimes(fight) ? COMBAT_TEXTS.connectionLost : SHELL_TEXTS.connectionLost;

/**
 * Report whether the viewer was present but ran out of time in the last exchange, so that the viewer's style chose.
 * Return false again after the viewer's next choice.
 */
export function hasTimeRunOut({ me, exchanges, openedSeq, over }: FightModel): boolean {
  const last = exchanges.at(-1);
  return !over && me.present && !me.sealed && last !== undefined && last.seq > openedSeq && last.me.byStyle;
}

/**
 * Return the text about the state of an exchange: the sign of the opponent's next move, a note if the viewer's time ran
 * out, and what the fight waits for or what the viewer can do.
 */
export function statusText(fight: FightModel, chosen: string | null): string {
  if (fight.isPlaying) return fight.isRevealing ? COMBAT_TEXTS.revealing : '';
  const { me, opponent } = fight;
  const name = opponent.player.username;
  const telegraph = me.sealed ? null : opponent.telegraph && TELEGRAPHS[opponent.telegraph](name);
  const missed = hasTimeRunOut(fight) ? COMBAT_TEXTS.timeRanOut : null;
  const state = stateText(fight, chosen);
  // The sign of the opponent's next move comes first, because a small phone cuts off the end of a long text.
  if (state) return joined(telegraph, missed, state);
  if (!me.present && opponent.present && !fight.isRanked) return COMBAT_TEXTS.youAreAway;
  // Name the fury of the next exchange, because the cards still show the previous exchange.
  const fury = fight.fury > 0 && !isLastExchange(fight) ? COMBAT_TEXTS.nextFury(fight.fury) : null;
  const action = isLastExchange(fight) ? COMBAT_TEXTS.lastExchange : COMBAT_TEXTS.yourMove;
  return joined(telegraph, missed, fury, action);
}
