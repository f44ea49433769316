import type { Combat, Combatant, FightRewards, LogLine, Side } from '@rivalhold/shared/contract/combat.ts';
import { serverNow } from '../../lib/server-clock.ts';

/**
 * One fight as known to this browser. Responses and events contain the same lines, in no guaranteed order. The reducer
 * merges the lines by `seq`, so that no line is shown twice. It never replaces a newer state with an older one.
 */
export type FightState = {
  combat: Combat;
  attacker: Combatant;
  defender: Combatant;
  /** Known lines, ascending by `seq`; at least the latest 20. */
  lines: readonly LogLine[];
  /** `seq` of the last line that was played. */
  playedSeq: number;
  /** `seq` of the last line when the fight was opened. Lines up to this number are not played. */
  openedSeq: number;
  /** Ids of the players who have joined the fight since this browser opened it. */
  present: readonly number[];
  rewards: FightRewards | null;
  seed: string | null;
  /** The latest change of a player's presence. */
  note: PresenceNote | null;
};
/** A change of presence after line `seq`: the answer to a challenge, or a player who has left or returned. */
export type PresenceNote = {
  kind: 'joined' | 'returned' | 'left' | 'declined' | 'unanswered';
  side: Side;
  seq: number;
};

type FightSnapshot = { combat: Combat; attacker: Combatant; defender: Combatant };

export type FightAction =
  /** The fight was opened. Earlier lines are known, but not played. */
  | ({ type: 'opened' } & FightSnapshot)
  /** The full state, such as after a reconnect. Missed lines are played. */
  | ({ type: 'resynced' } & FightSnapshot)
  | { type: 'lines'; combatId: number; lines: readonly LogLine[] }
  | { type: 'combat'; combat: Combat }
  | {
      type: 'over';
      combatId: number;
      winnerId: number | null;
      rewards: FightRewards | null;
      seed: string | null;
    }
  | { type: 'joined'; combatId: number; userId: number }
  /** A player has chosen a move for an exchange. */
  | { type: 'sealed'; combatId: number; exchange: number; userId: number }
  | { type: 'played'; seq: number };

/** Return the side of a player in a fight. */
export const sideOf = ({ attackerId }: Combat, userId: number): Side =>
  userId === attackerId ? 'attacker' : 'defender';

const MAX_LINES = 60;

/** Merge two lists of log lines without duplicates, in ascending order of `seq`. Keep only the latest lines. */
export function mergeLines(known: readonly LogLine[], incoming: readonly LogLine[]): readonly LogLine[] {
  const seen = new Set(known.map((line) => line.seq));
  const fresh = incoming.filter((line) => !seen.has(line.seq) && seen.add(line.seq));
  if (fresh.length === 0) return known;
  return [...known, ...fresh].sort((a, b) => a.seq - b.seq).slice(-MAX_LINES);
}

/** Return the `seq` of a fight's latest line, or 0 if there is none. */
export const lastSeq = (lines: readonly LogLine[]) => lines.at(-1)?.seq ?? 0;

/**
 * Return the newer of two states of one fight. If both are equally new, prefer a finished fight, because the event
 * about the end can arrive before an update that was sent earlier.
 */
export function newerCombat(known: Combat, incoming: Combat): Combat {
  if (incoming.revision !== known.revision) return incoming.revision > known.revision ? incoming : known;
  const difference = lastSeq(incoming.log) - lastSeq(known.log);
  if (difference !== 0) return difference > 0 ? incoming : known;
  return known.status === 'over' && incoming.status === 'active' ? known : incoming;
}

/**
 * A challenge that ends less than this time (ms) before its deadline counts as unanswered, not as declined, because
 * `serverNow()` can be slightly behind the server's clock.
 */
const ANSWER_MARGIN_MS = 1_000;

/** Return how a fighter's presence changed between two states, or null if it did not change. */
function presenceChange(before: Combat, after: Combat, side: Side): PresenceNote['kind'] | null {
  if (after.status === 'over') return null;
  const [was, is] = [before.sides[side].present, after.sides[side].present];
  if (!was && is) return after.exchanges > 0 ? 'returned' : 'joined';
  if (was && !is) return 'left';
  if (side === 'attacker' || !before.isChallengePending || after.isChallengePending) return null;
  const deadline = before.deadlineAt === null ? 0 : Date.parse(before.deadlineAt);
  return serverNow() < deadline - ANSWER_MARGIN_MS ? 'declined' : 'unanswered';
}

function withCombat(state: FightState, incoming: Combat): FightState {
  const combat = newerCombat(state.combat, incoming);
  const lines = mergeLines(state.lines, incoming.log);
  const notes = (['attacker', 'defender'] as const).flatMap((side) => {
    const kind = presenceChange(state.combat, combat, side);
    return kind ? { kind, side, seq: lastSeq(lines) } : [];
  });
  return { ...state, combat, lines, note: notes.at(-1) ?? state.note };
}

function withSealed(state: FightState, exchange: number, userId: number): FightState {
  const { combat } = state;
  // Ignore a late event about an exchange that is already revealed.
  if (exchange !== combat.exchanges + 1) return state;
  const role = sideOf(combat, userId);
  const sides = { ...combat.sides, [role]: { ...combat.sides[role], sealed: true } };
  return { ...state, combat: { ...combat, sides } };
}

/** Return the next state of the fight, or null before it is opened. Actions of other fights change nothing. */
export function fightReducer(state: FightState | null, action: FightAction): FightState | null {
  if (action.type === 'opened') {
    const { combat, attacker, defender } = action;
    const lines = mergeLines([], combat.log);
    const playedSeq = lastSeq(lines);
    const known = { combat, attacker, defender, lines, playedSeq, openedSeq: playedSeq };
    return { ...known, present: [], rewards: null, seed: null, note: null };
  }
  if (!state) return null;
  if (action.type === 'played')
    return action.seq > state.playedSeq ? { ...state, playedSeq: action.seq } : state;
  const combatId = 'combat' in action ? action.combat.id : action.combatId;
  if (combatId !== state.combat.id) return state;
  switch (action.type) {
    case 'resynced':
      return { ...withCombat(state, action.combat), attacker: action.attacker, defender: action.defender };
    case 'lines':
      return { ...state, lines: mergeLines(state.lines, action.lines) };
    case 'combat':
      return withCombat(state, action.combat);
    case 'over':
      return {
        ...state,
        combat: { ...state.combat, status: 'over', winnerId: action.winnerId },
        rewards: action.rewards ?? state.rewards,
        seed: action.seed ?? state.seed,
      };
    case 'sealed':
      return withSealed(state, action.exchange, action.userId);
    case 'joined':
      return state.present.includes(action.userId)
        ? state
        : { ...state, present: [...state.present, action.userId] };
  }
}

/** Return the next line to play; `null` if all are played. */
export const nextLine = (state: FightState): LogLine | null =>
  state.lines.find((line) => line.seq > state.playedSeq) ?? null;

/** The cards of an exchange are open for this time (ms) before its effects are played. */
export const REVEAL_MS = 420;
const BEAT_MS = 250;
const FAST_BEAT_MS = 80;
const FAST_BEAT_ABOVE = 5;

/**
 * Return the delay (ms) before the next line is played. An exchange first shows its cards. A long backlog after a lost
 * connection is played faster.
 */
export function beatDelay(state: FightState, lastPlayedAt: number, now: number): number {
  const waiting = state.lines.filter((line) => line.seq > state.playedSeq).length;
  if (waiting > FAST_BEAT_ABOVE) return Math.max(0, lastPlayedAt + FAST_BEAT_MS - now);
  if (nextLine(state)?.kind === 'exchange') return REVEAL_MS;
  return Math.max(0, lastPlayedAt + BEAT_MS - now);
}
