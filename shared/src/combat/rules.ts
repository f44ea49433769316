import type { FightInput } from '../contract/combat.ts';
import type { FightSetup, FightState, Rules, Step } from './fight.ts';
import { hmacRandom, type RandomSource } from './random.ts';
import { rules1 } from './rules-1.ts';
import { rules2 } from './rules-2.ts';

export { type FighterState, type FightSetup, type FightState, RuleViolation, type Side } from './fight.ts';

/** The version that new fights are fought by. */
export const RULES_VERSION = 2;

const VERSIONS: ReadonlyMap<number, Rules> = new Map([
  [1, rules1],
  [2, rules2],
]);

/** The rules of a version, so that an old fight is judged by those it was fought by. Throws RangeError if unknown. */
export function rulesFor(version: number): Rules {
  const rules = VERSIONS.get(version);
  if (!rules) throw new RangeError(`Unknown version of the rules: ${version}`);
  return rules;
}

/** The first state of a fight, with its opening line in `log`. Throws RuleViolation `tooWeak`. */
export function beginFight(setup: FightSetup): FightState {
  return rulesFor(setup.rulesVersion).beginFight(setup);
}

/** The state after an input and the lines it wrote. Changes nothing it is given. Throws RuleViolation. */
export function applyInput(
  setup: FightSetup,
  state: FightState,
  input: FightInput,
  chance: RandomSource,
): Step {
  return rulesFor(setup.rulesVersion).applyInput(setup, state, input, chance);
}

/**
 * A whole fight again, from how it began, what was done in it and the seed in hexadecimal: its last state and every
 * line from the first. Throws RuleViolation if an input could not have happened.
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
