import type { Choice, Fighter, FightInput, ForfeitReason, LogLine, Side } from '../contract/combat.ts';
import { baseGear } from '../items/base-gear.ts';
import { LIMITS } from '../limits.ts';
import { assertOpen, resolveExchange, viewOf } from './exchange.ts';
import {
  type FighterState,
  type FightSetup,
  type FightState,
  otherSide,
  type ReplayInput,
  RuleViolation,
  type Step,
} from './fight.ts';
import { winsRead } from './moves.ts';
import { narrate } from './narration.ts';
import { FIGHT_NUMBERS } from './numbers.ts';
import { DRAWS, type RandomSource, sealedRandom } from './random.ts';
import { styleMove } from './style.ts';

/**
 * Version of the rules. Every change that affects the course of a fight needs a new version (see CONTRIBUTING.md),
 * because a fight must never be replayed or continued with other rules.
 */
export const RULES_VERSION = 1;

const armed = ({ weapon, armor }: Pick<Fighter, 'weapon' | 'armor'>, level: number) => {
  const base = baseGear(level);
  return { weapon: Math.max(weapon, base.weapon), armor: Math.max(armor, base.armor) };
};

function toFighterState(fighter: Fighter): FighterState {
  const { maxHealth, attack, defense, level } = fighter;
  return {
    hp: Math.min(fighter.health, maxHealth),
    maxHealth,
    attack,
    defense,
    level,
    ...armed(fighter, level),
    attackBoost: 0,
    defenseBoost: 0,
    focus: 0,
    healsLeft: FIGHT_NUMBERS.heals,
    itemsLeft: FIGHT_NUMBERS.items,
    chosen: 0,
    reads: 0,
    damageDealt: 0,
  };
}

type LineParts = Pick<LogLine, 'kind' | 'by'> & Partial<Pick<LogLine, 'attacker' | 'defender' | 'reason'>>;

/**
 * Append a line to the log in `step.state`, and return the step with the line. The function changes the state, so the
 * caller must pass a copy.
 */
function withLine(setup: FightSetup, step: Step, parts: LineParts): Step {
  const { state } = step;
  const line = {
    seq: state.nextSeq++,
    exchange: state.exchanges,
    attacker: null,
    defender: null,
    ...parts,
    attackerHP: state.attacker.hp,
    defenderHP: state.defender.hp,
  };
  const written = { ...line, text: narrate(line, setup) };
  state.log = [...state.log, written].slice(-LIMITS.combatLogLines);
  return { state, lines: [...step.lines, written] };
}

function ended(setup: FightSetup, step: Step, winner: Side, reason?: ForfeitReason): Step {
  step.state.status = 'over';
  step.state.winnerId = setup[winner].id;
  return withLine(setup, step, { kind: 'over', by: setup[winner].id, ...(reason ? { reason } : {}) });
}

/**
 * Report whether this code knows a version of the rules, so that it can replay and continue fights with these rules. It
 * knows only the current version. Fights that started before a change have an older version. During an update, servers
 * and browsers with older code also receive fights with a newer version.
 */
export const knowsRules = (version: number): boolean => version === RULES_VERSION;

/** Throw RangeError if this code does not know the version of the rules. */
function assertVersion(version: number): void {
  if (!knowsRules(version)) throw new RangeError(`Unknown version of the rules: ${version}`);
}

/**
 * Return the initial state of a fight, with its opening line in `log`. Throws RuleViolation with the code `tooWeak` if
 * a fighter has no health, and RangeError if the version of the rules is unknown.
 */
export function beginFight(setup: FightSetup): FightState {
  assertVersion(setup.rulesVersion);
  if (setup.attacker.health <= 0 || setup.defender.health <= 0) throw new RuleViolation('tooWeak');
  const state: FightState = {
    rulesVersion: setup.rulesVersion,
    status: 'active',
    winnerId: null,
    exchanges: 0,
    nextSeq: 1,
    attacker: toFighterState(setup.attacker),
    defender: toFighterState(setup.defender),
    log: [],
  };
  return withLine(setup, { state, lines: [] }, { kind: 'begin', by: setup.attacker.id }).state;
}

function exchange(
  setup: FightSetup,
  before: FightState,
  given: Record<Side, Choice | null>,
  chance: RandomSource,
): Step {
  const choose = (side: Side): Choice => {
    const choice = given[side];
    if (choice) assertOpen(before[side], choice);
    const drawn = () => chance(before.exchanges + 1, DRAWS.style[side]);
    return choice ?? { move: styleMove(setup[side].style, viewOf(before, side), drawn()), itemId: null };
  };
  const choices = { attacker: choose('attacker'), defender: choose('defender') };
  const outcome = resolveExchange(before, choices, chance);
  const after = (side: Side) => {
    const { state } = outcome[side];
    if (!given[side]) return state;
    const read = winsRead(choices[side].move, choices[otherSide(side)].move) ? 1 : 0;
    return { ...state, chosen: state.chosen + 1, reads: state.reads + read };
  };
  const result = (side: Side) => {
    const { damage, missed, critical, healed, state } = outcome[side];
    const { hp, focus } = state;
    return { ...choices[side], byStyle: !given[side], healed, damage, missed, critical, hp, focus };
  };
  const state = {
    ...before,
    exchanges: before.exchanges + 1,
    attacker: after('attacker'),
    defender: after('defender'),
  };
  const step = withLine(
    setup,
    { state, lines: [] },
    { kind: 'exchange', by: setup.attacker.id, attacker: result('attacker'), defender: result('defender') },
  );
  return outcome.winner ? ended(setup, step, outcome.winner) : step;
}

function sync(setup: FightSetup, before: FightState, input: Extract<FightInput, { kind: 'sync' }>): Step {
  const { side, maxHealth, attack, defense, level } = input;
  const hp = Math.min(Math.max(input.health, 0), maxHealth);
  const changed = { ...before[side], hp, maxHealth, attack, defense, level, ...armed(setup[side], level) };
  const state = { ...before, [side]: changed };
  const step = withLine(setup, { state, lines: [] }, { kind: 'sync', by: setup[side].id });
  return hp === 0 ? ended(setup, step, otherSide(side)) : step;
}

/**
 * Return the state after an input, and the log lines that the input adds. Does not mutate its arguments.
 * @throws RuleViolation if the rules forbid the input
 * @throws RangeError if the version of the rules is unknown, unless the input is a forfeit, which works under every
 * version
 */
export function applyInput(
  setup: FightSetup,
  state: FightState,
  input: FightInput,
  chance: RandomSource,
): Step {
  if (input.kind !== 'forfeit') assertVersion(setup.rulesVersion);
  if (state.status === 'over') throw new RuleViolation('fightOver');
  switch (input.kind) {
    case 'exchange':
      return exchange(setup, state, input, chance);
    case 'sync':
      return sync(setup, state, input);
    case 'forfeit':
      return ended(setup, { state: { ...state }, lines: [] }, otherSide(input.side), input.reason);
  }
}

/** Return the first exchange of a fight, or undefined if the fight ended before it. */
export const firstExchange = (inputs: readonly FightInput[]) =>
  inputs.find((input) => input.kind === 'exchange');

/**
 * Replay a whole fight. Return its final state and all log lines. Throws RuleViolation if the rules forbid an input,
 * and RangeError if the version of the rules is unknown.
 */
export function replayFight({ setup, nonces, inputs, seed }: ReplayInput): Step {
  const chance = sealedRandom(seed, setup.fightId, nonces);
  let state = beginFight(setup);
  const lines = [...state.log];
  for (const input of inputs) {
    const step = applyInput(setup, state, input, chance);
    state = step.state;
    lines.push(...step.lines);
  }
  return { state, lines };
}
