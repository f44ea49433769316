import { ITEMS, type Item } from '../items/catalogue.ts';
import { saleValue } from '../items/trade.ts';
import { LIMITS } from '../limits.ts';
import {
  alternating,
  duel,
  fastRandom,
  mix,
  plainFighter,
  playOptimally,
  setupOf,
} from './simulate-fight.ts';
import { simulateSeason } from './simulate-season.ts';

const SESSIONS = 365;
const LEVEL_SEED = 1_000_003;

/** Ways to spend the same coins; docs/economy.md describes what each buys. */
export const SPENDING_STRATEGIES = ['best', 'behind', 'steel', 'supplies', 'nothing'] as const;
export type SpendingStrategy = (typeof SPENDING_STRATEGIES)[number];
/** Equipment for a fight. `item` is the one item used in it. */
export type Loadout = { weapon?: Item | undefined; armor?: Item | undefined; item?: Item | undefined };

/**
 * Return the total coins a player of a simulated season has had on reaching each level, including start
 * coins.
 */
export function coinsByLevel(seed: number): ReadonlyMap<number, number> {
  const earned = new Map<number, number>([[1, LIMITS.startCoins]]);
  simulateSeason(SESSIONS, seed, (level, coins) => {
    if (!earned.has(level)) earned.set(level, LIMITS.startCoins + coins);
  });
  return earned;
}

const resaleValue = (type: Item['type'], level: number) =>
  ITEMS.filter((item) => item.type === type && item.minLevel <= level);

/**
 * Return the balance left at a level after buying each better weapon and armor as soon as possible and
 * selling the previous item: the coins for the current gear and for items.
 */
export function balanceAt(level: number, earned: number): number {
  const outgrown = (['weapon', 'armor'] as const).flatMap((type) => resaleValue(type, level).slice(0, -1));
  return outgrown.reduce((balance, item) => balance - item.price + saleValue(item), earned);
}

/**
 * Return the win rate of the first loadout at a level in percent; both sides attack first in half of the
 * fights and alternate in leading.
 */
export function winRate(level: number, one: Loadout, two: Loadout, fights: number, seed: number): number {
  let wins = 0;
  for (let index = 0; index < fights; index++) {
    // Each pair of fights uses the same random draws with swapped sides, which reduces variance.
    const chance = fastRandom(mix(seed * LEVEL_SEED + level) + (index >> 1));
    const [attacker, defender] = index % 2 === 0 ? [one, two] : [two, one];
    const { winnerId } = duel(
      setupOf(fighterWith(1, level, attacker), fighterWith(2, level, defender), index + 1),
      chance,
      { attacker: playOptimally(attacker.item), defender: playOptimally(defender.item) },
      alternating,
    );
    if ((winnerId === 1) === (index % 2 === 0)) wins++;
  }
  return (100 * wins) / fights;
}

function fighterWith(id: number, level: number, { weapon, armor }: Loadout) {
  return { ...plainFighter(id, level), weapon: weapon?.damage ?? 0, armor: armor?.defense ?? 0 };
}

/**
 * Return the item with the highest win rate against an opponent without items. Repeats the best three with
 * ten times as many fights, since their results may be close.
 */
export function bestItem(level: number, fights: number, seed: number): Item {
  const usable = ITEMS.filter((item) => item.usable && item.minLevel <= level);
  const latest = usable.filter(
    (item) =>
      item.boost || !usable.some((other) => isSameKind(item, other) && other.minLevel > item.minLevel),
  );
  const better = (items: readonly Item[], tries: number) =>
    items
      .map((item) => ({ item, rate: winRate(level, { item }, {}, tries, seed) }))
      .sort((a, b) => b.rate - a.rate)
      .map(({ item }) => item);
  return better(better(latest, fights).slice(0, 3), 10 * fights)[0]!;
}

const isSameKind = (one: Item, other: Item) =>
  !other.boost && one.healAmount > 0 === other.healAmount > 0 && one.damage > 0 === other.damage > 0;

/** Return the loadout of a spending strategy at a level, given the best item. */
export function loadoutFor(strategy: SpendingStrategy, level: number, item: Item): Loadout {
  const [weapons, armors] = [resaleValue('weapon', level), resaleValue('armor', level)];
  const steel = { weapon: weapons.at(-1), armor: armors.at(-1) };
  switch (strategy) {
    case 'best':
      return { ...steel, item };
    case 'behind':
      return { weapon: weapons.at(-2), armor: armors.at(-2), item };
    case 'steel':
      return steel;
    case 'supplies':
      return { item };
    case 'nothing':
      return {};
  }
}

/** Return the price of a loadout in coins. */
export const loadoutCost = ({ weapon, armor, item }: Loadout): number =>
  [weapon, armor, item].reduce((sum, bought) => sum + (bought?.price ?? 0), 0);
