import type { ItemEffect } from '../item-effects.ts';
import { DAMAGE, focusAfter, HEAVY_FOCUS, MOVES } from '../moves.ts';
import { FIGHT_NUMBERS, FOCUS_MAX, furyFactor, pointFactor } from '../numbers.ts';
import type { View } from '../style.ts';

/** Number of moves. In the solver, a move is its index in MOVES. */
export const MOVE_COUNT = MOVES.length;
const [HEAVY, HEAL, ITEM] = (['heavy', 'heal', 'item'] as const).map((move) => MOVES.indexOf(move)) as [
  number,
  number,
  number,
];
/** Stored odds are whole numbers from 0 to this value. */
const MIX_SCALE = 255;
const FOCUS_LEVELS = FOCUS_MAX + 1;
const HEAL_LEVELS = FIGHT_NUMBERS.heals + 1;
/** Five values that represent the uniform distribution of the damage spread, from -1 to 1. */
const SPREAD_POINTS = [-0.8, -0.4, 0, 0.4, 0.8];

/**
 * The two sides of a solved fight. `blow` contains a damage factor for each side: a percentage in DAMAGE times this
 * factor is a percentage of the other side's full health. `item` is the effect of the item that each side carries.
 */
export type Pairing = { blow: [number, number]; item: [ItemEffect | null, ItemEffect | null] };
export const EQUALS: Pairing = { blow: [1, 1], item: [null, null] };

/** Writes the odds of each move in the situation `view` to `odds`. The caller ignores the odds of unavailable moves. */
export type Policy = (view: View, odds: Float64Array) => void;

/** Write the available moves to `into` and return how many there are. */
export function openMoves(
  { health, focus, heals, items }: Pick<View, 'health' | 'focus' | 'heals' | 'items'>,
  item: ItemEffect | null,
  into: Int32Array,
): number {
  const isFull = health >= 1;
  let count = 3;
  for (let move = 0; move < count; move++) into[move] = move;
  if (focus >= HEAVY_FOCUS) into[count++] = HEAVY;
  if (heals > 0 && !isFull) into[count++] = HEAL;
  if (item && items > 0 && !(isFull && item.heal > 0)) into[count++] = ITEM;
  return count;
}

/**
 * Write the odds of a policy to `odds`. Unavailable moves get 0, and the odds of the available moves are scaled so that
 * they add up to one. If the policy gives 0 to all available moves, they get equal odds.
 */
export function askPolicy(
  policy: Policy,
  view: View,
  open: Int32Array,
  count: number,
  odds: Float64Array,
): void {
  policy(view, odds);
  let mask = 0;
  let sum = 0;
  for (let index = 0; index < count; index++) {
    const move = open[index]!;
    mask |= 1 << move;
    sum += Math.max(0, odds[move]!);
  }
  for (let move = 0; move < MOVE_COUNT; move++) {
    const isOpen = ((mask >> move) & 1) === 1;
    odds[move] = isOpen ? (sum > 0 ? Math.max(0, odds[move]!) / sum : 1 / count) : 0;
  }
}

/** A number of grid steps that depends on chance: the possible values and their odds. */
type Spots = { steps: Int32Array; odds: Float64Array };

/**
 * Convert shares of health to grid steps. The odds of a share between two steps are divided between these steps, so the
 * mean is exact.
 */
function toSpots(parts: readonly (readonly [number, number])[], grid: number): Spots {
  const sum = new Map<number, number>();
  const add = (step: number, odds: number) => {
    if (odds > 0) sum.set(step, (sum.get(step) ?? 0) + odds);
  };
  for (const [share, odds] of parts) {
    const low = Math.floor(share * grid + 1e-9);
    const rest = Math.max(0, share * grid - low);
    add(low, odds * (1 - rest));
    add(low + 1, odds * rest);
  }
  const all = [...sum].sort((one, two) => one[0] - two[0]);
  return { steps: Int32Array.from(all, ([step]) => step), odds: Float64Array.from(all, ([, odds]) => odds) };
}

/** Return the possible shares of health that a blow takes, with their odds. */
function blowParts(share: number): [number, number][] {
  if (share === 0) return [[0, 1]];
  const { miss, critical, criticalFactor, spread } = FIGHT_NUMBERS;
  const parts: [number, number][] = [[0, miss]];
  for (const at of SPREAD_POINTS) {
    const plain = share * (1 + spread * at);
    parts.push([plain, ((1 - miss) * (1 - critical)) / SPREAD_POINTS.length]);
    parts.push([plain * criticalFactor, ((1 - miss) * critical) / SPREAD_POINTS.length]);
  }
  return parts;
}

type Gain = { own: number; other: number; odds: number };
/** The possible results of a pair of moves. In each pair of numbers, the first number is about the first side. */
type Outcome = {
  dealt: Spots;
  taken: Spots;
  gains: Gain[];
  healUsed: [number, number];
  itemUsed: [number, number];
  /**
   * For each combination of the two sides' health, the chance that this exchange ends the fight and the first side
   * wins.
   */
  won: Float64Array;
};

/** Return the first side's chance to win a fight that ends with these health values in grid steps. */
function wonAt(a: number, b: number): number {
  if (a > 0 !== b > 0) return a > 0 ? 1 : 0;
  return a > b ? 1 : a < b ? 0 : 0.5;
}

const tableau = new Float64Array(8 * 16);
const basis = new Int32Array(8);

/**
 * Solve a matrix game by the simplex method. Return the value of the game for the row player, and write the best mixes
 * of both players to `x` and `y`. Only the moves in `rows` and `cols` count.
 */
export function solveMatrix(
  matrix: Float64Array,
  rows: Int32Array,
  rowCount: number,
  cols: Int32Array,
  colCount: number,
  x: Float64Array,
  y: Float64Array,
): number {
  const last = colCount + rowCount;
  const width = last + 1;
  for (let row = 0; row < rowCount; row++) {
    for (let col = 0; col < colCount; col++) {
      tableau[row * width + col] = 1 + matrix[rows[row]! * MOVE_COUNT + cols[col]!]!;
    }
    for (let slack = 0; slack < rowCount; slack++)
      tableau[row * width + colCount + slack] = slack === row ? 1 : 0;
    tableau[row * width + last] = 1;
    basis[row] = colCount + row;
  }
  for (let col = 0; col < width; col++) tableau[rowCount * width + col] = col < colCount ? -1 : 0;
  for (let turn = 0; turn < 60; turn++) {
    let enter = -1;
    let least = -1e-9;
    for (let col = 0; col < last; col++) {
      if (tableau[rowCount * width + col]! < least) {
        least = tableau[rowCount * width + col]!;
        enter = col;
      }
    }
    if (enter < 0) break;
    let leave = -1;
    let best = Number.POSITIVE_INFINITY;
    for (let row = 0; row < rowCount; row++) {
      const at = tableau[row * width + enter]!;
      const ratio = tableau[row * width + last]! / at;
      if (at > 1e-11 && ratio < best - 1e-14) {
        best = ratio;
        leave = row;
      }
    }
    if (leave < 0) break;
    const pivot = tableau[leave * width + enter]!;
    for (let col = 0; col < width; col++) tableau[leave * width + col]! /= pivot;
    for (let row = 0; row <= rowCount; row++) {
      const by = tableau[row * width + enter]!;
      if (row === leave || by === 0) continue;
      for (let col = 0; col < width; col++) tableau[row * width + col]! -= by * tableau[leave * width + col]!;
    }
    basis[leave] = enter;
  }
  const value = 1 / tableau[rowCount * width + last]!;
  x.fill(0);
  y.fill(0);
  for (let row = 0; row < rowCount; row++) {
    x[rows[row]!] = Math.max(0, tableau[rowCount * width + colCount + row]! * value);
    const col = basis[row]!;
    if (col < colCount) y[cols[col]!] = Math.max(0, tableau[row * width + last]! * value);
  }
  return value - 1;
}

/** The focus, the remaining heals and the remaining items of both sides in a position. */
type Stock = { focus: [number, number]; heals: [number, number]; items: [number, number] };
/** A position on the grid. The health of each side is a number of grid steps, at least 1. */
type Position = Stock & { steps: [number, number] };

/** Return the one or two grid steps next to a share of health, with their weights. */
function around(share: number, grid: number): [number, number][] {
  const raw = Math.min(grid, Math.max(1, share * grid));
  const low = Math.floor(raw);
  return raw - low < 1e-9
    ? [[low, 1]]
    : [
        [low, 1 - raw + low],
        [low + 1, raw - low],
      ];
}

/**
 * A side for `solve`. 'best' plays the best response to the policy of the other side, or the equilibrium if both sides
 * are 'best'.
 */
export type Player = Policy | 'best';

/**
 * A fight between two fixed sides, with health in `grid` steps. It is solved backwards from the last exchange:
 * each position is a matrix game whose entries are the values of the positions that follow.
 */
export class SolvedFight {
  readonly pairing: Pairing;
  readonly grid: number;
  private readonly itemLevels: [number, number];
  private readonly size: number;
  /** The stored mixes by side, then by exchange: the odds of each move in each position, in units of 1 / MIX_SCALE. */
  private readonly mixes: [Uint8Array[], Uint8Array[]] = [[], []];
  private readonly open: [Int32Array, Int32Array] = [new Int32Array(MOVE_COUNT), new Int32Array(MOVE_COUNT)];
  private readonly matrix = new Float64Array(MOVE_COUNT * MOVE_COUNT);
  private readonly chances: Float64Array[];
  private readonly afterTaken: Float64Array;
  private readonly afterBoth: Float64Array;

  constructor(pairing: Pairing, grid: number) {
    this.pairing = pairing;
    this.grid = grid;
    this.itemLevels = [pairing.item[0] ? 2 : 1, pairing.item[1] ? 2 : 1];
    this.chances = Array.from({ length: MOVE_COUNT ** 2 }, () => new Float64Array(grid ** 2));
    this.afterTaken = new Float64Array(grid ** 2);
    this.afterBoth = new Float64Array(grid ** 2);
    this.size = grid ** 2 * (FOCUS_LEVELS * HEAL_LEVELS) ** 2 * this.itemLevels[0] * this.itemLevels[1];
  }

  private index(
    a: number,
    b: number,
    focusA: number,
    focusB: number,
    healsA: number,
    healsB: number,
    itemA: number,
    itemB: number,
  ): number {
    const items = itemA * this.itemLevels[1] + itemB;
    const heals = (items * HEAL_LEVELS + healsA) * HEAL_LEVELS + healsB;
    const focus = (heals * FOCUS_LEVELS + focusA) * FOCUS_LEVELS + focusB;
    return (focus * this.grid + a - 1) * this.grid + b - 1;
  }

  private indexOf({ steps, focus, heals, items }: Position): number {
    return this.index(steps[0], steps[1], focus[0], focus[1], heals[0], heals[1], items[0], items[1]);
  }

  /** Return the health that a side gains by a move, in grid steps. */
  private gainSpots(move: number, side: 0 | 1): Spots {
    const share =
      move === HEAL ? FIGHT_NUMBERS.healShare : move === ITEM ? (this.pairing.item[side]?.heal ?? 0) : 0;
    return toSpots([[share, 1]], this.grid);
  }

  /** Return the points that a side has gained in attack or defense by its item; 0 before the item is used. */
  private boost(side: 0 | 1, items: number, kind: 'attack' | 'defense'): number {
    const item = this.pairing.item[side];
    return item && items === 0 ? item[kind] : 0;
  }

  /** Return the outcomes of all pairs of moves in an exchange, given the items left before it. */
  private outcomesOf(exchange: number, items: [number, number]): Outcome[] {
    const { grid, pairing } = this;
    const blowOf = (side: 0 | 1, own: number, other: number): Spots => {
      const item = own === ITEM ? pairing.item[side] : null;
      if (item && item.damage > 0) return toSpots([[item.damage, 1]], grid);
      // An item that is used in this exchange takes effect immediately.
      const left = (of: 0 | 1, move: number) => items[of] - (move === ITEM ? 1 : 0);
      const foe = (1 - side) as 0 | 1;
      const points =
        this.boost(side, left(side, own), 'attack') - this.boost(foe, left(foe, other), 'defense');
      const share = DAMAGE[MOVES[own]!][MOVES[other]!] / 100;
      const factor = furyFactor(exchange) * pairing.blow[side] * pointFactor(points);
      return toSpots(blowParts(share * factor), grid);
    };
    return MOVES.flatMap((_, own) =>
      MOVES.map((__, other): Outcome => {
        const [gainA, gainB] = [this.gainSpots(own, 0), this.gainSpots(other, 1)];
        const gains = [...gainA.steps].flatMap((stepA, i) =>
          [...gainB.steps].map((stepB, j) => ({
            own: stepA,
            other: stepB,
            odds: gainA.odds[i]! * gainB.odds[j]!,
          })),
        );
        const [dealt, taken] = [blowOf(0, own, other), blowOf(1, other, own)];
        return {
          dealt,
          taken,
          gains,
          healUsed: [own === HEAL ? 1 : 0, other === HEAL ? 1 : 0],
          itemUsed: [own === ITEM ? 1 : 0, other === ITEM ? 1 : 0],
          won: this.wonNow(dealt, taken, exchange === FIGHT_NUMBERS.lastExchange),
        };
      }),
    );
  }

  /**
   * Compute, for each combination of the two sides' health, the chance that a pair of blows ends the fight and the
   * first side wins.
   */
  private wonNow(dealt: Spots, taken: Spots, isLast: boolean): Float64Array {
    const { grid } = this;
    const won = new Float64Array(grid ** 2);
    for (let at = 0; at < won.length; at++) {
      for (let i = 0; i < dealt.steps.length; i++) {
        const restB = (at % grid) + 1 - dealt.steps[i]!;
        for (let j = 0; j < taken.steps.length; j++) {
          const restA = Math.floor(at / grid) + 1 - taken.steps[j]!;
          if (isLast || restA <= 0 || restB <= 0)
            won[at]! += dealt.odds[i]! * taken.odds[j]! * wonAt(restA, restB);
        }
      }
    }
    return won;
  }

  /**
   * Compute the first side's chance to win after a pair of moves, for each combination of the two sides' health. The
   * damage of one blow does not depend on the other blow, so the function sums over the blows separately.
   */
  private chancesAfter(
    next: Float32Array | null,
    outcome: Outcome,
    base: number,
    chances: Float64Array,
  ): void {
    const { grid, afterTaken, afterBoth } = this;
    const { dealt, taken, gains, won } = outcome;
    afterBoth.set(won);
    if (next) {
      afterTaken.fill(0);
      for (let j = 0; j < taken.steps.length; j++) {
        const [by, odds] = [taken.steps[j]! * grid, taken.odds[j]!];
        for (let at = by; at < afterTaken.length; at++) afterTaken[at]! += odds * next[base + at - by]!;
      }
      for (let i = 0; i < dealt.steps.length; i++) {
        const [by, odds] = [dealt.steps[i]!, dealt.odds[i]!];
        for (let row = 0; row < afterBoth.length; row += grid)
          for (let b = by; b < grid; b++) afterBoth[row + b]! += odds * afterTaken[row + b - by]!;
      }
    }
    chances.fill(0);
    for (const { own, other, odds } of gains) {
      for (let a = 0; a < grid; a++) {
        const row = Math.min(grid - 1, a + own) * grid;
        for (let b = 0; b < grid; b++)
          chances[a * grid + b]! += odds * afterBoth[row + Math.min(grid - 1, b + other)]!;
      }
    }
  }

  /**
   * Compute the chances for all pairs of moves that `stock` allows, for every combination of the two sides' health.
   * This includes heals at full health, which the rules forbid. `valueAt` ignores their chances.
   */
  private fillChances(next: Float32Array | null, outcomes: Outcome[], stock: Stock): void {
    const counts = ([0, 1] as const).map((side) => this.openAt(0, stock, side));
    for (const own of this.open[0].subarray(0, counts[0])) {
      for (const other of this.open[1].subarray(0, counts[1])) {
        const pair = own * MOVE_COUNT + other;
        const outcome = outcomes[pair]!;
        const { healUsed, itemUsed } = outcome;
        const base = this.index(
          ...([1, 1] as const),
          focusAfter(stock.focus[0], MOVES[own]!, MOVES[other]!),
          focusAfter(stock.focus[1], MOVES[other]!, MOVES[own]!),
          stock.heals[0] - healUsed[0],
          stock.heals[1] - healUsed[1],
          stock.items[0] - itemUsed[0],
          stock.items[1] - itemUsed[1],
        );
        this.chancesAfter(next, outcome, base, this.chances[pair]!);
      }
    }
  }

  /** Write the available moves of a side to `open`, and return how many there are. */
  private openAt(health: number, stock: Stock, side: 0 | 1): number {
    const [focus, heals, items] = [stock.focus[side], stock.heals[side], stock.items[side]];
    return openMoves({ health, focus, heals, items }, this.pairing.item[side], this.open[side]);
  }

  private view(position: Position, exchange: number, side: 0 | 1): View {
    const other = (1 - side) as 0 | 1;
    const { steps, focus, heals, items } = position;
    return {
      exchange,
      health: steps[side] / this.grid,
      theirHealth: steps[other] / this.grid,
      focus: focus[side],
      theirFocus: focus[other],
      heals: heals[side],
      theirHeals: heals[other],
      items: items[side],
      theirItems: items[other],
    };
  }

  private itemsLeft(): [number, number][] {
    const [ownLevels, otherLevels] = this.itemLevels.map((levels) => [...Array(levels).keys()]);
    return ownLevels!.flatMap((own) => otherLevels!.map((other): [number, number] => [own, other]));
  }

  /** Yield the first position (one grid step of health for each side) of every `Stock` possible in an exchange. */
  private *stocks(exchange: number, items: [number, number]): Generator<Position> {
    // In each earlier exchange, a side gained at most one focus and used at most one heal. Leave out other values.
    const focuses = [...Array(FOCUS_LEVELS).keys()].filter((focus) => focus < exchange);
    const heals = [...Array(HEAL_LEVELS).keys()].filter((left) => FIGHT_NUMBERS.heals - left < exchange);
    for (const healsA of heals)
      for (const healsB of heals)
        for (const focusA of focuses)
          for (const focusB of focuses)
            yield { steps: [1, 1], items, heals: [healsA, healsB], focus: [focusA, focusB] };
  }

  private mirror({ steps, focus, heals, items }: Position): number {
    return this.index(steps[1], steps[0], focus[1], focus[0], heals[1], heals[0], items[1], items[0]);
  }

  /**
   * Write the best response of a side to the other side's mix. The best response puts all odds on the move
   * with the highest value.
   */
  private respond(own: Float64Array, other: Float64Array, side: 0 | 1, counts: [number, number]): void {
    const foe = (1 - side) as 0 | 1;
    let best = 0;
    let top = Number.NEGATIVE_INFINITY;
    for (let index = 0; index < counts[side]; index++) {
      const move = this.open[side][index]!;
      let sum = 0;
      for (let against = 0; against < counts[foe]; against++) {
        const reply = this.open[foe][against]!;
        const value =
          side === 0 ? this.matrix[move * MOVE_COUNT + reply]! : -this.matrix[reply * MOVE_COUNT + move]!;
        sum += other[reply]! * value;
      }
      if (sum > top) [top, best] = [sum, move];
    }
    own.fill(0);
    own[best] = 1;
  }

  private isMirrored(one: Player, two: Player): boolean {
    const { blow, item } = this.pairing;
    return one === 'best' && two === 'best' && blow[0] === blow[1] && item[0] === item[1];
  }

  /**
   * Solve the fight between two players, and return the first side's chance to win from the start. With `keep`, the
   * mixes of both sides are stored for `policy`.
   */
  solve(one: Player, two: Player, keep = false): number {
    const x = new Float64Array(MOVE_COUNT);
    const y = new Float64Array(MOVE_COUNT);
    // If the two sides are equal, each position has a mirror image that shows it from the opponent's side. Solve only
    // one position of each such pair.
    const mirrored = this.isMirrored(one, two);
    let next: Float32Array | null = null;
    for (let exchange: number = FIGHT_NUMBERS.lastExchange; exchange >= 1; exchange--) {
      const values = new Float32Array(this.size);
      const stored = keep ? ([0, 1] as const).map(() => new Uint8Array(this.size * MOVE_COUNT)) : null;
      const storeMix = (side: 0 | 1, at: number, mix: Float64Array) => {
        for (let move = 0; move < MOVE_COUNT; move++)
          stored![side]![at * MOVE_COUNT + move] = Math.round(mix[move]! * MIX_SCALE);
      };
      for (const items of this.itemsLeft()) {
        const outcomes = this.outcomesOf(exchange, items);
        for (const position of this.stocks(exchange, items)) {
          const first = this.indexOf(position);
          if (mirrored && first > this.mirror(position)) continue;
          this.fillChances(next, outcomes, position);
          for (let at = first; at < first + this.grid ** 2; at++) {
            position.steps[0] = Math.floor((at - first) / this.grid) + 1;
            position.steps[1] = ((at - first) % this.grid) + 1;
            const across = mirrored ? this.mirror(position) : at;
            if (at > across) continue;
            const value = this.valueAt(exchange, position, [one, two], [x, y]);
            values[at] = value;
            if (across !== at) values[across] = 1 - value;
            if (!stored) continue;
            storeMix(0, at, x);
            storeMix(1, at, y);
            storeMix(0, across, mirrored ? y : x);
            storeMix(1, across, mirrored ? x : y);
          }
        }
      }
      if (stored) [this.mixes[0][exchange], this.mixes[1][exchange]] = stored as [Uint8Array, Uint8Array];
      next = values;
    }
    const start: Position = {
      steps: [this.grid, this.grid],
      focus: [0, 0],
      heals: [FIGHT_NUMBERS.heals, FIGHT_NUMBERS.heals],
      items: [this.itemLevels[0] - 1, this.itemLevels[1] - 1],
    };
    return next![this.indexOf(start)]!;
  }

  private valueAt(
    exchange: number,
    position: Position,
    players: readonly [Player, Player],
    mixes: readonly [Float64Array, Float64Array],
  ): number {
    const { open, matrix, grid } = this;
    const [a, b] = position.steps;
    const counts: [number, number] = [0, 0];
    for (const side of [0, 1] as const)
      counts[side] = this.openAt(position.steps[side] / grid, position, side);
    for (let row = 0; row < counts[0]; row++) {
      for (let col = 0; col < counts[1]; col++) {
        const pair = open[0][row]! * MOVE_COUNT + open[1][col]!;
        matrix[pair] = this.chances[pair]![(a - 1) * grid + b - 1]!;
      }
    }
    if (players[0] === 'best' && players[1] === 'best') {
      return solveMatrix(matrix, open[0], counts[0], open[1], counts[1], mixes[0], mixes[1]);
    }
    for (const side of [0, 1] as const) {
      const player = players[side];
      if (player === 'best') continue;
      askPolicy(player, this.view(position, exchange, side), open[side], counts[side], mixes[side]);
    }
    for (const side of [0, 1] as const) {
      if (players[side] === 'best') this.respond(mixes[side], mixes[side === 0 ? 1 : 0], side, counts);
    }
    let value = 0;
    for (let row = 0; row < counts[0]; row++) {
      for (let col = 0; col < counts[1]; col++) {
        const [own, other] = [open[0][row]!, open[1][col]!];
        value += mixes[0][own]! * mixes[1][other]! * matrix[own * MOVE_COUNT + other]!;
      }
    }
    return value;
  }

  /** Return the stored mixes of a side as a policy for any health. Between grid steps, the policy interpolates. */
  policy(side: 0 | 1): Policy {
    return (view, odds) => {
      odds.fill(0);
      for (const [own, p] of around(view.health, this.grid)) {
        for (const [other, q] of around(view.theirHealth, this.grid)) {
          const at = this.indexFor(view, side, own, other) * MOVE_COUNT;
          const mixes = this.mixes[side][view.exchange]!;
          for (let move = 0; move < MOVE_COUNT; move++)
            odds[move]! += (p * q * mixes[at + move]!) / MIX_SCALE;
        }
      }
    };
  }

  private indexFor(view: View, side: 0 | 1, own: number, other: number): number {
    const pair = (mine: number, theirs: number): [number, number] =>
      side === 0 ? [mine, theirs] : [theirs, mine];
    return this.indexOf({
      steps: pair(own, other),
      focus: pair(view.focus, view.theirFocus),
      heals: pair(view.heals, view.theirHeals),
      items: pair(view.items, view.theirItems),
    });
  }
}
