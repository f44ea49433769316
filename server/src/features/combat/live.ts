import type { Side } from '@rivalhold/shared/contract/combat.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';

/**
 * State of one player (side) of a live fight, in addition to the `FightState` of the rules. Times are in ms.
 */
export type LiveSide = {
  /**
   * Time of the player's last activity or disconnection in this fight. Null if the player has not joined, has declined
   * the challenge, or has left a ranked fight.
   */
  lastSeenAt: number | null;
  /** True if the player left the page of an ordinary fight, and has not joined again or chosen a move there since. */
  hasLeft?: boolean | undefined;
  /** The player's remaining extra time for the whole fight. */
  bankMs: number;
  /** Number of choices that the player has missed in a row. */
  missed: number;
  /** True if the player has twice the time for a choice. */
  doubleTime: boolean;
  /** True if the player has chosen a move for the current exchange. */
  sealed: boolean;
  /**
   * True after a long interruption of the site, until the player joins the fight again or chooses a move. If the player
   * does neither, a ranked fight ends without a rating.
   */
  isExcused?: boolean | undefined;
};
export type LiveState = Record<Side, LiveSide> & {
  /** Time at which the clock of the current exchange started, or null if the clock is not running. */
  since: number | null;
  /** Time until which the challenge waits for the defender, or null if no challenge is waiting. */
  challengeExpiresAt: number | null;
  /**
   * True if the defender gets no live challenge because they take part in another live fight. False again after the
   * defender joins or the first exchange is revealed.
   */
  isBusy?: boolean;
  /**
   * True if the defender gets no live challenge because the attacker has sent them too many. False again after the
   * defender joins or the first exchange is revealed.
   */
  isLimited?: boolean;
  /** True if the fight began as a live challenge. */
  isLiveChallenge: boolean;
  /** True for a ranked fight. Its clock always runs, even if a player has left. */
  isRanked?: boolean;
};
/**
 * The defender's state when a fight starts:
 * - `challenged`: The defender gets a live challenge.
 * - `busy`: The defender gets none, because they take part in another live fight.
 * - `limited`: The defender gets none, because the attacker has sent them too many.
 * - `absent`: The defender gets none, and counts as absent.
 */
export type DefenderState = 'challenged' | 'busy' | 'limited' | 'absent';
/** Reports whether the player of a side is connected to the site. */
export type IsConnected = (side: Side) => boolean;

export const SIDES = ['attacker', 'defender'] as const satisfies readonly Side[];
const { choiceMs, bankMs, challengeMs, presentMs, missedChoices } = LIMITS.combat;
/** After an interruption of the site that is longer than this time in ms, players are excused (see `isExcused`). */
const LONG_INTERRUPTION_MS = 60_000;

/** Return the live state of a new fight, which the attacker has joined. */
export function newLiveState(
  now: number,
  { defender, doubleTime }: { defender: DefenderState; doubleTime: Record<Side, boolean> },
): LiveState {
  const side = (of: Side): LiveSide => ({
    lastSeenAt: of === 'attacker' ? now : null,
    bankMs,
    missed: 0,
    doubleTime: doubleTime[of],
    sealed: false,
  });
  return {
    attacker: side('attacker'),
    defender: side('defender'),
    since: null,
    challengeExpiresAt: defender === 'challenged' ? now + challengeMs : null,
    isBusy: defender === 'busy',
    isLimited: defender === 'limited',
    isLiveChallenge: defender === 'challenged',
  };
}

/** Return the live state of a new ranked fight. The clock of the first exchange runs, and nobody has double time. */
export function newRankedState(now: number): LiveState {
  const side = (): LiveSide => ({ lastSeenAt: now, bankMs, missed: 0, doubleTime: false, sealed: false });
  return {
    attacker: side(),
    defender: side(),
    since: now,
    challengeExpiresAt: null,
    isLiveChallenge: false,
    isRanked: true,
  };
}

/** Return the sides that have missed too many choices of a ranked fight in a row, including the current choice. */
export const sidesThatLeft = (live: LiveState): Side[] =>
  SIDES.filter((side) => !live[side].sealed && live[side].missed + 1 >= missedChoices);

/**
 * Restart the full time for the current choice, or for the answer to the challenge, after the site was interrupted.
 * Each player who has joined counts as active now, so that a disconnected player has time to reconnect.
 * @param interruptedMs duration of the interruption
 */
export function restartClock(live: LiveState, now: number, interruptedMs: number): LiveState {
  const side = (own: LiveSide): LiveSide => ({
    ...own,
    lastSeenAt: own.lastSeenAt === null ? null : now,
    isExcused: own.isExcused || interruptedMs > LONG_INTERRUPTION_MS || undefined,
  });
  return {
    ...live,
    attacker: side(live.attacker),
    defender: side(live.defender),
    since: live.since === null ? null : now,
    challengeExpiresAt: live.challengeExpiresAt === null ? null : now + challengeMs,
  };
}

/**
 * Report whether the player of a side takes part now. In a ranked fight, both players take part until the fight ends,
 * so its clock always runs.
 */
export const takesPart = (live: LiveState, side: Side, now: number, isConnected: IsConnected): boolean =>
  live.isRanked === true || isActive(live, side, now, isConnected);

/**
 * Report whether the player of a side is shown as present. A player who has left the page is shown as absent
 * immediately.
 */
export const isShownPresent = (live: LiveState, side: Side, now: number, isConnected: IsConnected): boolean =>
  !live[side].hasLeft && isActive(live, side, now, isConnected);

/**
 * Report whether the player of a side has left the page of the fight and has not joined again since. A player of a
 * ranked fight who has lost the connection counts as having left.
 */
export const hasLeftPage = (live: LiveState, side: Side): boolean =>
  live[side].hasLeft === true || (live.isRanked === true && live[side].lastSeenAt === null);

/**
 * Report whether the defender declined the live challenge or did not answer it in time, and has not joined the fight
 * since.
 */
export const isUnanswered = ({ isLiveChallenge, challengeExpiresAt, defender }: LiveState): boolean =>
  isLiveChallenge && challengeExpiresAt === null && defender.lastSeenAt === null;

/**
 * Report whether the player of a side has joined, has not missed too many choices in a row, and has the page open or
 * was active in the last seconds.
 */
function isActive(live: LiveState, side: Side, now: number, isConnected: IsConnected): boolean {
  const { lastSeenAt, missed } = live[side];
  if (lastSeenAt === null || missed >= missedChoices) return false;
  return now - lastSeenAt <= presentMs || isOnPage(live, side, isConnected);
}

/** Report whether the player of a side is connected, and has not left the page of the fight. */
const isOnPage = (live: LiveState, side: Side, isConnected: IsConnected): boolean =>
  !live[side].hasLeft && isConnected(side);

/**
 * Report whether the clock must run, because each player is taking part or has already chosen. A player who chooses and
 * then leaves therefore does not change the other player's time.
 */
const isLive = (live: LiveState, now: number, isConnected: IsConnected): boolean =>
  SIDES.every((side) => live[side].sealed || takesPart(live, side, now, isConnected));

/**
 * Start the clock of the exchange if it must run (see `isLive`) and is stopped. If it must not run, stop it,
 * so that the exchange gets its full time when the absent player returns.
 */
export function withClock(live: LiveState, now: number, isConnected: IsConnected): LiveState {
  return { ...live, since: isLive(live, now, isConnected) ? (live.since ?? now) : null };
}

/** Record that a player is active. If the defender is active, the challenge counts as accepted. */
export function recordSideActivity(
  live: LiveState,
  side: Side,
  now: number,
  isConnected: IsConnected,
): LiveState {
  const answered = side === 'defender' ? { challengeExpiresAt: null, isBusy: false, isLimited: false } : {};
  const own = { ...live[side], lastSeenAt: now, hasLeft: undefined, isExcused: undefined };
  return withClock({ ...live, ...answered, [side]: own }, now, isConnected);
}

/**
 * Record that a player has disconnected. In an ordinary fight, the player counts as present for some more seconds, so
 * that a page reload does not stop the clock. The clock of a ranked fight never stops, so there the player is shown as
 * absent immediately.
 */
export function recordDisconnect(live: LiveState, side: Side, now: number): LiveState {
  const lastSeenAt = live.isRanked ? null : now;
  const isOut = live[side].lastSeenAt === null || live[side].hasLeft;
  return isOut ? live : { ...live, [side]: { ...live[side], lastSeenAt } };
}

/**
 * Record that a player has left the page of the fight, but not the site. As after a disconnection, the player takes
 * part for some more seconds, so that the page in another tab can join again. However, the player is shown as absent
 * immediately.
 */
export function recordPageLeave(live: LiveState, side: Side, now: number): LiveState {
  const left = recordDisconnect(live, side, now);
  return live.isRanked || left === live ? left : { ...left, [side]: { ...left[side], hasLeft: true } };
}

/**
 * Record that the defender declined the challenge, or did not answer it in time. The defender's style chooses moves
 * until the defender joins or chooses one.
 */
export function decline(live: LiveState): LiveState {
  return { ...live, since: null, challengeExpiresAt: null, defender: { ...live.defender, lastSeenAt: null } };
}

/** Return the time in ms that a side has for each choice. */
export const choiceTimeOf = ({ doubleTime }: LiveSide): number => choiceMs * (doubleTime ? 2 : 1);

/**
 * Return the time at which a player's time for the current choice ends and the player's extra time (bank) begins.
 * Return null if the fight does not wait for this choice.
 */
export function choiceEndOf(live: LiveState, side: Side): number | null {
  return live.since === null || live[side].sealed ? null : live.since + choiceTimeOf(live[side]);
}

/**
 * Record a choice. If the player took longer than the time for a choice, deduct the excess from the player's extra time
 * (bank).
 */
export function seal(live: LiveState, side: Side, now: number, isConnected: IsConnected): LiveState {
  const updated = recordSideActivity(
    { ...live, [side]: { ...live[side], missed: 0 } },
    side,
    now,
    isConnected,
  );
  const own = updated[side];
  const used = updated.since === null ? 0 : Math.max(0, now - updated.since - choiceTimeOf(own));
  return { ...updated, [side]: { ...own, sealed: true, bankMs: Math.max(0, own.bankMs - used) } };
}

/** Report whether a choice must be rejected, because the player's time to choose has ended. */
export function isTooLate(live: LiveState, side: Side, now: number, isConnected: IsConnected): boolean {
  const until = waitsUntil(live, side, now, isConnected);
  return until !== null && now > until && takesPart(live, side, now, isConnected);
}

/** Return the time until which the fight waits for a player's choice, or null if it is not waiting for one. */
function waitsUntil(live: LiveState, side: Side, now: number, isConnected: IsConnected): number | null {
  const { sealed, bankMs: bank } = live[side];
  if (sealed) return null;
  if (live.challengeExpiresAt !== null) return side === 'defender' ? live.challengeExpiresAt : null;
  if (live.since === null || !isLive(live, now, isConnected)) return null;
  return live.since + choiceTimeOf(live[side]) + bank;
}

/**
 * Return the time at which the exchange is revealed, its clock stops, or the challenge ends, if no player acts before
 * then. Return null if there is no such time.
 */
export function deadlineOf(live: LiveState, now: number, isConnected: IsConnected): number | null {
  const ends = SIDES.map((side) => waitsUntil(live, side, now, isConnected)).filter((time) => time !== null);
  if (ends.length === 0) return null;
  // A player who has disconnected or left the page becomes absent after `presentMs`. If this player has not chosen a
  // move, the fight then no longer waits for either player.
  const absences = SIDES.filter(
    (side) =>
      live.since !== null && !live.isRanked && !live[side].sealed && !isOnPage(live, side, isConnected),
  ).map((side) => (live[side].lastSeenAt ?? 0) + presentMs + 1);
  return Math.min(Math.max(...ends), ...absences);
}

/**
 * Report whether the exchange must be revealed. This is the case if the fight does not wait for another choice, and
 * either a player has chosen or the time to choose has passed. The end of a challenge alone reveals nothing.
 */
export function isDue(live: LiveState, now: number, isConnected: IsConnected): boolean {
  const deadline = deadlineOf(live, now, isConnected);
  if (deadline !== null && now < deadline) return false;
  return SIDES.some((side) => live[side].sealed) || (deadline !== null && live.challengeExpiresAt === null);
}

/** Return the live state after an exchange is revealed. */
export function afterReveal(live: LiveState, now: number, isConnected: IsConnected): LiveState {
  const wasLive = live.since !== null;
  const side = (of: Side): LiveSide => {
    const own = live[of];
    if (own.sealed) return { ...own, sealed: false };
    return wasLive ? { ...own, missed: own.missed + 1, bankMs: 0 } : own;
  };
  const sides = { attacker: side('attacker'), defender: side('defender') };
  const next = { ...live, ...sides, since: null, challengeExpiresAt: null, isBusy: false, isLimited: false };
  return withClock(next, now, isConnected);
}
