import type { Fighter, Move, Side, Style, Temperament } from '@rivalhold/shared/contract/combat.ts';
import type { FightSetup, ReplayInput } from '@rivalhold/shared/fights/fight.ts';
import { MOVES } from '@rivalhold/shared/fights/moves.ts';
import { MASTER_GRID, PARTNERS, type PartnerId } from '@rivalhold/shared/fights/practice.ts';
import { fastRandom } from '@rivalhold/shared/fights/random.ts';
import { type FightReview, reviewFight } from '@rivalhold/shared/fights/review.ts';
import { reader } from '@rivalhold/shared/fights/simulation/players.ts';
import {
  type Player,
  plainFighter,
  playerOf,
  setupOf,
  simulateFight,
} from '@rivalhold/shared/fights/simulation/simulate-fight.ts';
import {
  EQUALS,
  MOVE_COUNT,
  openMoves,
  type Policy,
  SolvedFight,
} from '@rivalhold/shared/fights/simulation/solver.ts';
import { styleMove, TEMPERAMENTS, type View } from '@rivalhold/shared/fights/style.ts';

/** The opponent in a simulated fight: a ready-made style or a sparring partner. */
export type OpponentId = Temperament | PartnerId;

/** The requests that the worker answers. */
export type SparringRequests = {
  /** Simulate fights and count the wins of `own` against `opponent`. */
  odds: { own: Fighter; opponent: Fighter; bouts: number; seed: number };
  /** Simulate fights and count the wins of a style against an opponent. Both fighters have the same stats. */
  simulate: { style: Style; opponent: OpponentId; bouts: number; seed: number };
  /** Choose a move of the sparring partner "master". */
  choose: { view: View; drawn: number };
  /** Review a finished fight. */
  review: ReplayInput;
};
export type SparringReplies = {
  odds: { wins: number };
  simulate: { wins: number };
  choose: Move;
  review: FightReview;
};
export type SparringKind = keyof SparringRequests;

let solved: Policy | null = null;

/** Return the strategy of the "master". The first call computes it, which takes some seconds on a phone. */
function masterPolicy(): Policy {
  if (solved) return solved;
  const fight = new SolvedFight(EQUALS, MASTER_GRID);
  fight.solve('best', 'best', true);
  solved = fight.policy(0);
  return solved;
}

const styled =
  (style: Style): Player =>
  () => ({ choose: (view, _open, _count, drawn) => MOVES.indexOf(styleMove(style, view, drawn)) });

function playerFor(id: OpponentId): Player {
  if (id in TEMPERAMENTS) return styled(TEMPERAMENTS[id as Temperament]);
  const style = PARTNERS[id as PartnerId];
  if (style) return styled(style);
  return id === 'reader' ? reader : playerOf(masterPolicy());
}

const winsOf = (
  setup: FightSetup,
  players: Record<Side, Player>,
  { bouts, seed }: { bouts: number; seed: number },
): number => {
  const match = { setup, items: { attacker: null, defender: null } };
  let wins = 0;
  for (let index = 0; index < bouts; index++) {
    const [choices, dice] = [fastRandom(seed + 2 * index), fastRandom(seed + 2 * index + 1)];
    if (simulateFight(match, players, choices, dice).winner === 'attacker') wins++;
  }
  return wins;
};

const simulate = ({ style, opponent, ...run }: SparringRequests['simulate']) => ({
  wins: winsOf(
    setupOf(plainFighter(1, 1), plainFighter(2, 1)),
    { attacker: styled(style), defender: playerFor(opponent) },
    run,
  ),
});

const odds = ({ own, opponent, ...run }: SparringRequests['odds']) => ({
  wins: winsOf(
    setupOf(own, opponent),
    { attacker: styled(own.style), defender: styled(opponent.style) },
    run,
  ),
});

function choose({ view, drawn }: SparringRequests['choose']): Move {
  const open = new Int32Array(MOVE_COUNT);
  const count = openMoves(view, null, open);
  return MOVES[playerOf(masterPolicy())().choose(view, open, count, drawn)]!;
}

const HANDLERS: { [K in SparringKind]: (request: SparringRequests[K]) => SparringReplies[K] } = {
  odds,
  simulate,
  choose,
  review: (record) => reviewFight(record),
};

/** Return the answer to one request. */
export const answerSparring = <K extends SparringKind>(
  kind: K,
  request: SparringRequests[K],
): SparringReplies[K] => HANDLERS[kind](request);
