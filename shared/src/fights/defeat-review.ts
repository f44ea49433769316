import type { SideResult } from '../contract/combat.ts';
import { HEAVY_FOCUS, winsRead } from './moves.ts';

/** A mistake or missed chance in a lost fight. */
export type DefeatHint =
  | { kind: 'absent'; count: number; of: number }
  | { kind: 'heals'; left: number }
  | { kind: 'read'; count: number; of: number }
  | { kind: 'sameMove'; move: SideResult['move']; count: number; of: number }
  | { kind: 'focus'; left: number }
  | { kind: 'noItem' };

/** A lost fight as the loser saw it. */
export type LostFight = {
  exchanges: readonly { me: SideResult; opponent: SideResult }[];
  healsLeft: number;
  /** The number of items that the loser could still have used; 0 if they had no usable item. */
  itemsLeft: number;
};

const MAX_HINTS = 2;
/**
 * Minimum share of a fight's exchanges for a hint of each kind. `absent` counts exchanges in which the loser's style
 * chose the move. `read` counts exchanges in which the winner's move beat the loser's move. `sameMove` counts exchanges
 * with the loser's most frequent move.
 */
const ABSENT_SHARE = 0.5;
const READ_SHARE = 0.4;
const SAME_MOVE_SHARE = 0.6;
/** Minimum number of exchanges for the hints `read` and `sameMove`. A shorter fight shows no habits. */
const MIN_EXCHANGES = 3;

/** Return at most two hints for the loser of a fight, the most useful first. */
export function reviewDefeat({ exchanges, healsLeft, itemsLeft }: LostFight): DefeatHint[] {
  const of = exchanges.length;
  const last = exchanges.at(-1)?.me;
  if (!last) return [];
  const hints: DefeatHint[] = [];
  const absent = exchanges.filter(({ me }) => me.byStyle).length;
  if (absent >= of * ABSENT_SHARE) hints.push({ kind: 'absent', count: absent, of });
  // Give this hint even for a fight with the maximum number of exchanges. After the last exchange, the larger share of
  // health decides who wins, so a heal would have helped.
  if (healsLeft > 0) hints.push({ kind: 'heals', left: healsLeft });
  if (of >= MIN_EXCHANGES) {
    const read = exchanges.filter(({ me, opponent }) => winsRead(opponent.move, me.move)).length;
    if (read >= of * READ_SHARE) hints.push({ kind: 'read', count: read, of });
    const [move, count] = mostFrequent(exchanges.map(({ me }) => me.move));
    if (count >= of * SAME_MOVE_SHARE) hints.push({ kind: 'sameMove', move, count, of });
  }
  if (last.focus >= HEAVY_FOCUS) hints.push({ kind: 'focus', left: last.focus });
  if (itemsLeft > 0) hints.push({ kind: 'noItem' });
  return hints.slice(0, MAX_HINTS);
}

/**
 * Return the most frequent move and its count. If several moves are equally frequent, return the one that was
 * used first.
 */
function mostFrequent(moves: readonly SideResult['move'][]): [SideResult['move'], number] {
  const counts = [...Map.groupBy(moves, (move) => move)].map(
    ([move, same]) => [move, same.length] as [SideResult['move'], number],
  );
  return counts.reduce((best, next) => (next[1] > best[1] ? next : best));
}
