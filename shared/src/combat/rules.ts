import type { FightInput } from '../contract/combat.ts';
import type { FightSetup, FightState, Rules, Step } from './fight.ts';
import { hmacRandom, type RandomSource } from './random.ts';
import { rules1 } from './rules-1.ts';
import { rules2 } from './rules-2.ts';

export { type FighterState, type FightSetup, type FightState, RuleViolation, type Side } from './fight.ts';

/** Version of the rules for new fights. */
export const RULES_VERSION = 2;

const VERSIONS: ReadonlyMap<number, Rules> = new Map([
  [1, rules1],
  [2, rules2],
]);

/** Return a version of the rules, so that an old fight keeps its own. Throws RangeError if unknown. */
export function rulesFor(version: number): Rules {
  const rules = VERSIONS.get(version);
  if (!rules) throw new RangeError(`Unknown version of the rules: ${version}`);
  return rules;
}

/** Return the initial state of a fight, with its opening line in `log`. Throws RuleViolation `tooWeak`. */
export function beginFight(setup: FightSetup): FightState {
  return rulesFor(setup.rulesVersion).beginFight(setup);
}

/**
 * Return the state after an input and the lines it wrote. Does not mutate its arguments. Throws
 * RuleViolation.
 */
export function applyInput(
  setup: FightSetup,
  state: FightState,
  input: FightInput,
  chance: RandomSource,
): Step {
  return rulesFor(setup.rulesVersion).applyInput(setup, state, input, chance);
}

/**
 * Replay a whole fight from its setup, its inputs and the seed in hexadecimal: the final state and every line
 * from the first. Throws RuleViolation if an input could not have happened.
 */
export function replayFight(setup: FightSetup, inputs: readonly FightInput[], seedHex: string): Step {
  const chance = hmacRandom(seedHex, setup.fightId, setup.nonce);
  let state = beginFight(setup);
  const lines = [...state.log];
  for (const input of inputs) {
    const step = applyInput(setup, state, input, chance);
    state = step.state;
    lines.push(...step.lines);
  }
  return { state, lines };
}
