import type { Fighter, FightInput, LogLine } from '../contract/combat.ts';
import { ITEMS, type Item } from '../items/catalogue.ts';
import { statsFor } from '../levels/levels.ts';
import { otherSide } from './fight.ts';
import { manualHealAmount } from './heal.ts';
import type { RandomSource } from './random.ts';
import {
  applyInput,
  beginFight,
  type FightSetup,
  type FightState,
  RULES_VERSION,
  type Side,
} from './rules.ts';

const GOLDEN_RATIO_32 = 0x9e3779b1;
const TWO_32 = 4_294_967_296;
const DRAWS = 64;

/** Return a 32-bit hash of a number in which each bit depends on each input bit. */
export function mix(value: number): number {
  let bits = Math.imul(value ^ (value >>> 16), 0x21f0aaad);
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
  return (bits ^ (bits >>> 15)) >>> 0;
}

/**
 * Return a fast seeded random source, good enough for millions of simulated fights; never used for real ones.
 */
export function fastRandom(seed: number): RandomSource {
  const start = mix(seed);
  return (exchange, draw) =>
    mix(mix(start + Math.imul(exchange * DRAWS + draw, GOLDEN_RATIO_32)) ^ start) / TWO_32;
}

/** Return a fighter of a level at full health (or `health`), without weapon or armor. */
export function plainFighter(id: number, level: number, health?: number): Fighter {
  const stats = statsFor(level);
  const username = `fighter${id}`;
  return { id, username, level, ...stats, health: health ?? stats.maxHealth, weapon: 0, armor: 0 };
}

/** Return the setup of a fight between players 1 (the attacker) and 2. */
export function setupOf(attacker: Fighter, defender: Fighter, fightId = 1): FightSetup {
  return { fightId, rulesVersion: RULES_VERSION, nonce: '', attacker, defender };
}

/** The heal or item that a side uses before it attacks, or null. */
export type Tactic = (setup: FightSetup, state: FightState, side: Side) => FightInput | null;

/** Only attack. */
export const strikeOnly: Tactic = () => null;

/** Return the available item that heals most at a level. */
function strongestPotion(level: number) {
  const owned = ITEMS.filter((item) => item.usable && item.minLevel <= level);
  return owned.reduce((best, item) => (item.healAmount > best.healAmount ? item : best));
}

/** Survive as long as possible: heal or drink the best available potion once its full effect is needed. */
export const stayAlive: Tactic = (setup, state, side) => {
  const own = state[side];
  if (!own.canUseAction) return null;
  const by = setup[side].id;
  const missing = own.maxHealth - own.hp;
  const potion = strongestPotion(own.level);
  if (own.itemsLeft > 0 && missing >= potion.healAmount) {
    return { kind: 'item', by, target: by, itemId: potion.id };
  }
  if (own.healsLeft > 0 && missing >= manualHealAmount(own.maxHealth)) return { kind: 'heal', by };
  return null;
};

/** Heal manually below half of the health, and carry nothing. */
export const healWhenHalf: Tactic = (setup, state, side) => {
  const own = state[side];
  const hurt = own.hp * 2 <= own.maxHealth;
  return own.canUseAction && own.healsLeft > 0 && hurt ? { kind: 'heal', by: setup[side].id } : null;
};

/** Play optimally: use boosts and thrown items first, and heal once a third of the health is lost. */
export const playOptimally =
  (item?: Item): Tactic =>
  (setup, state, side) => {
    const own = state[side];
    if (!own.canUseAction || own.healsLeft === 0) return null;
    const isHurt = own.hp * 3 <= own.maxHealth * 2;
    const by = setup[side].id;
    if (item && own.itemsLeft > 0 && (isHurt || item.healAmount === 0)) {
      const target = item.damage > 0 ? setup[otherSide(side)].id : by;
      return { kind: 'item', by, target, itemId: item.id };
    }
    return isHurt ? { kind: 'heal', by } : null;
  };

/** Returns the side that leads an exchange, given the number of earlier exchanges. */
export type Initiative = (exchanges: number) => Side;
export const attackerLeads: Initiative = () => 'attacker';
export const defenderLeads: Initiative = () => 'defender';
export const alternating: Initiative = (exchanges) => (exchanges % 2 === 0 ? 'attacker' : 'defender');

/**
 * Simulate a fight to its end and return its final state; `received` is called with the lines of each input.
 */
export function duel(
  setup: FightSetup,
  chance: RandomSource,
  tactics: Record<Side, Tactic> = { attacker: strikeOnly, defender: strikeOnly },
  initiative: Initiative = attackerLeads,
  received?: (lines: readonly LogLine[]) => void,
): FightState {
  let state = beginFight(setup);
  const act = (input: FightInput | null) => {
    if (!input || state.status !== 'active') return;
    const step = applyInput(setup, state, input, chance);
    state = step.state;
    received?.(step.lines);
  };
  while (state.status === 'active') {
    for (const side of ['attacker', 'defender'] as const) act(tactics[side](setup, state, side));
    act({ kind: 'attack', by: setup[initiative(state.exchanges)].id });
  }
  return state;
}
