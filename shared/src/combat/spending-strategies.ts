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

/** What two of a level may have done with the same coins; docs/economy.md says what each one buys. */
export const SPENDING_STRATEGIES = ['best', 'behind', 'steel', 'supplies', 'nothing'] as const;
export type SpendingStrategy = (typeof SPENDING_STRATEGIES)[number];
/** What somebody brings to a fight. `item` is the one thing they may use in it. */
export type Loadout = { weapon?: Item | undefined; armor?: Item | undefined; item?: Item | undefined };

/** Coins that a player of `season` has had by the time they reach each level, those of a newcomer included. */
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
 * What is left at a level of `earned` coins when every better weapon and armor has been bought the moment it was sold to
 * one, and the older one was sold back: the coins that the present ones and what is used in fights can be bought for.
 */
export function balanceAt(level: number, earned: number): number {
  const outgrown = (['weapon', 'armor'] as const).flatMap((type) => resaleValue(type, level).slice(0, -1));
  return outgrown.reduce((balance, item) => balance - item.price + saleValue(item), earned);
}

/** How often in 100 the first of two kits wins at a level, both begin half of the fights and take turns in leading. */
export function winRate(level: number, one: Loadout, two: Loadout, fights: number, seed: number): number {
  let wins = 0;
  for (let index = 0; index < fights; index++) {
    // Every second fight has the luck of the one before with the sides changed, which leaves less to chance.
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
 * Of all that may be used in a fight at a level, what wins most against somebody who uses nothing: the best three are
 * tried again in ten times as many fights, for they may be close.
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
      .sort((one, other) => other.rate - one.rate)
      .map(({ item }) => item);
  return better(better(latest, fights).slice(0, 3), 10 * fights)[0]!;
}

const isSameKind = (one: Item, other: Item) =>
  !other.boost && one.healAmount > 0 === other.healAmount > 0 && one.damage > 0 === other.damage > 0;

/** What a way of spending brings to a fight at a level, where `item` is the best that may be used in it. */
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

/** What a kit costs in coins. */
export const loadoutCost = ({ weapon, armor, item }: Loadout): number =>
  [weapon, armor, item].reduce((sum, bought) => sum + (bought?.price ?? 0), 0);
