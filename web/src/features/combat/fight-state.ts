import type { Combat, LogLine, Rewards } from '@rivalhold/shared/contract/combat.ts';
import type { PlayerRef } from '@rivalhold/shared/contract/profiles.ts';

/**
 * One fight as this browser knows it. Answers and events carry the same lines, in no promised order; whatever
 * arrives is merged here by `seq`, so nothing is shown twice and nothing old replaces something newer.
 */
export type FightState = {
  combat: Combat;
  attacker: PlayerRef;
  defender: PlayerRef;
  /** Lines known, rising by `seq`; at least the latest 20. */
  lines: readonly LogLine[];
  /** The last line the screen has told. */
  playedSeq: number;
  /** The last line from before the opening: nothing up to it is shown as happening now. */
  openedSeq: number;
  /** Who has the fight open besides oneself. */
  present: readonly number[];
  rewards: Rewards | null;
  seed: string | null;
};

type FightSnapshot = { combat: Combat; attacker: PlayerRef; defender: PlayerRef };

export type FightAction =
  /** The fight was opened: what happened before is known, not told again. */
  | ({ type: 'opened' } & FightSnapshot)
  /** The whole state after a reconnect: what was missed is told. */
  | ({ type: 'resynced' } & FightSnapshot)
  | { type: 'lines'; combatId: number; lines: readonly LogLine[] }
  | { type: 'combat'; combat: Combat }
  | { type: 'over'; combatId: number; winnerId: number | null; rewards: Rewards | null; seed: string | null }
  | { type: 'joined'; combatId: number; userId: number }
  | { type: 'played'; seq: number };

const MAX_LINES = 60;

/** Both lists as one, rising by `seq`, each line once. */
export function mergeLines(known: readonly LogLine[], incoming: readonly LogLine[]): readonly LogLine[] {
  const seen = new Set(known.map((line) => line.seq));
  const fresh = incoming.filter((line) => !seen.has(line.seq) && seen.add(line.seq));
  if (fresh.length === 0) return known;
  return [...known, ...fresh].sort((a, b) => a.seq - b.seq).slice(-MAX_LINES);
}

/** `seq` of the latest line of a fight; 0 without one. */
export const lastSeq = (lines: readonly LogLine[]) => lines.at(-1)?.seq ?? 0;

/** The later of two states of one fight: more lines told, or ended. */
export function newerCombat(known: Combat, incoming: Combat): Combat {
  const difference = lastSeq(incoming.log) - lastSeq(known.log);
  if (difference !== 0) return difference > 0 ? incoming : known;
  return known.status === 'over' && incoming.status === 'active' ? known : incoming;
}

function withCombat(state: FightState, incoming: Combat): FightState {
  const combat = newerCombat(state.combat, incoming);
  return { ...state, combat, lines: mergeLines(state.lines, incoming.log) };
}

/** The next state of the fight; `null` before it is opened. Actions about other fights change nothing. */
export function fightReducer(state: FightState | null, action: FightAction): FightState | null {
  if (action.type === 'opened') {
    const { combat, attacker, defender } = action;
    const lines = mergeLines([], combat.log);
    const playedSeq = lastSeq(lines);
    const known = { combat, attacker, defender, lines, playedSeq, openedSeq: playedSeq };
    return { ...known, present: [], rewards: null, seed: null };
  }
  if (!state) return null;
  if (action.type === 'played') return { ...state, playedSeq: Math.max(state.playedSeq, action.seq) };
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
    case 'joined':
      return state.present.includes(action.userId)
        ? state
        : { ...state, present: [...state.present, action.userId] };
  }
}

/** The line to tell next; `null` when all is told. */
export const nextLine = (state: FightState): LogLine | null =>
  state.lines.find((line) => line.seq > state.playedSeq) ?? null;

const BEAT_MS = 250;
const FAST_BEAT_MS = 80;
const FAST_BEAT_ABOVE = 5;

/**
 * How long to wait (ms) before the next line is told: a strike and its answer read as two beats; a long backlog
 * after a lost connection is told faster.
 */
export function beatDelay(state: FightState, lastPlayedAt: number, now: number): number {
  const waiting = state.lines.filter((line) => line.seq > state.playedSeq).length;
  const beat = waiting > FAST_BEAT_ABOVE ? FAST_BEAT_MS : BEAT_MS;
  return Math.max(0, lastPlayedAt + beat - now);
}
