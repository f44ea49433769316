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

/** A 32-bit integer in which each bit depends on each bit of the number given. */
export function mix(value: number): number {
  let bits = Math.imul(value ^ (value >>> 16), 0x21f0aaad);
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
  return (bits ^ (bits >>> 15)) >>> 0;
}

/** A seeded chance that is quick and good enough to count millions of fights; never used for a real one. */
export function fastRandom(seed: number): RandomSource {
  const start = mix(seed);
  return (exchange, draw) =>
    mix(mix(start + Math.imul(exchange * DRAWS + draw, GOLDEN_RATIO_32)) ^ start) / TWO_32;
}

/** A fighter of a level at full health (or `health`), without weapon or armor. */
export function plainFighter(id: number, level: number, health?: number): Fighter {
  const stats = statsFor(level);
  const username = `fighter${id}`;
  return { id, username, level, ...stats, health: health ?? stats.maxHealth, weapon: 0, armor: 0 };
}

/** A fight of two, with ids 1 (who begins) and 2. */
export function setupOf(attacker: Fighter, defender: Fighter, fightId = 1): FightSetup {
  return { fightId, rulesVersion: RULES_VERSION, nonce: '', attacker, defender };
}

/** What a side does before it strikes: a heal, an item, or nothing. */
export type Tactic = (setup: FightSetup, state: FightState, side: Side) => FightInput | null;

/** Strikes and does nothing else. */
export const strikeOnly: Tactic = () => null;

/** The item with the most of something that a level may buy. */
function strongestItem(level: number, of: 'healAmount' | 'damage') {
  const owned = ITEMS.filter((item) => item.usable && item.minLevel <= level);
  return owned.reduce((best, item) => (item[of] > best[of] ? item : best));
}

/** Stays up as long as can be: heals or drinks the best potion of its level as soon as none of it is wasted. */
export const stayAlive: Tactic = (setup, state, side) => {
  const own = state[side];
  if (!own.canUseAction) return null;
  const by = setup[side].id;
  const missing = own.maxHealth - own.hp;
  const potion = strongestItem(own.level, 'healAmount');
  if (own.itemsLeft > 0 && missing >= potion.healAmount) {
    return { kind: 'item', by, target: by, itemId: potion.id };
  }
  if (own.healsLeft > 0 && missing >= manualHealAmount(own.maxHealth)) return { kind: 'heal', by };
  return null;
};

/** Heals by hand when half its health is gone, and carries nothing. */
export const healWhenHalf: Tactic = (setup, state, side) => {
  const own = state[side];
  const hurt = own.hp * 2 <= own.maxHealth;
  return own.canUseAction && own.healsLeft > 0 && hurt ? { kind: 'heal', by: setup[side].id } : null;
};

/** Throws what it has, heals when it is hurt. */
export const throwItems: Tactic = (setup, state, side) => {
  const own = state[side];
  if (!own.canUseAction) return null;
  const by = setup[side].id;
  const target = setup[otherSide(side)].id;
  if (own.healsLeft > 0 && own.hp * 2 <= own.maxHealth) return { kind: 'heal', by };
  if (own.itemsLeft === 0) return null;
  return { kind: 'item', by, target, itemId: strongestItem(own.level, 'damage').id };
};

/** As one who plays well: what helps from the first blow on or hurts comes first, what heals when a third is gone. */
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

/** Which side begins an exchange, given how many there have been. */
export type Initiative = (exchanges: number) => Side;
export const attackerLeads: Initiative = () => 'attacker';
export const defenderLeads: Initiative = () => 'defender';
export const alternating: Initiative = (exchanges) => (exchanges % 2 === 0 ? 'attacker' : 'defender');

/** Fights a fight to its end by the rules themselves, and answers its last state; `received` hears the lines of each deed. */
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
