import type { Choice, Fighter, LogLine, Move, Style } from '../contract/combat.ts';
import { statsFor } from '../levels/levels.ts';
import { viewOf } from './exchange.ts';
import type { FightSetup, FightState } from './fight.ts';
import type { RandomSource } from './random.ts';
import { applyInput, beginFight, RULES_VERSION } from './rules.ts';
import { DEFAULT_TEMPERAMENT, styleLine, TEMPERAMENTS, telegraph } from './style.ts';

const hurt = { canHeal: true, health: 50 };

/**
 * The sparring partners, easiest first. A partner without a style reads the opponent's habits (`reader`) or plays the
 * policy that the solver computes (`master`).
 */
export const PARTNERS = {
  novice: [styleLine({ strike: 35, guard: 15, feint: 50 })],
  fighter: [
    styleLine({ strike: 25, guard: 25, heal: 50 }, hurt),
    styleLine({ strike: 45, guard: 30, feint: 25 }),
  ],
  veteran: TEMPERAMENTS[DEFAULT_TEMPERAMENT],
  reader: null,
  master: null,
} satisfies Record<string, Style | null>;
export type PartnerId = keyof typeof PARTNERS;
export const PARTNER_IDS = Object.keys(PARTNERS) as PartnerId[];

/**
 * Number of health steps with which the master's policy is solved. The best response to the policy may win at most
 * 51.5% of the fights. It wins 51.2% if the policy is solved with 36 steps, and 52.1% with 25 steps.
 */
export const MASTER_GRID = 36;

/** A practice fight between fighters of the same level without items. It has no effect on other players. */
export type Bout = { setup: FightSetup; state: FightState; lines: readonly LogLine[] };
type Person = Pick<Fighter, 'id' | 'username'>;

function equal({ id, username }: Person, level: number, style: Style): Fighter {
  const stats = statsFor(level);
  return { id, username, level, ...stats, health: stats.maxHealth, weapon: 0, armor: 0, style };
}

type BoutOptions = {
  level: number;
  style?: Style | null;
  /** Health of the player at the start, as a share of full health. */
  health?: number;
  /** Focus of the partner at the start. */
  theirFocus?: number;
};

/** Begin a practice fight of a player against a partner of the same level. */
export function beginBout(player: Person, partner: Person, options: BoutOptions): Bout {
  const { level, style, health = 1, theirFocus = 0 } = options;
  const own = equal(player, level, TEMPERAMENTS[DEFAULT_TEMPERAMENT]);
  const attacker = { ...own, health: Math.round(own.maxHealth * health) };
  const defender = equal(partner, level, style ?? TEMPERAMENTS[DEFAULT_TEMPERAMENT]);
  const setup = { fightId: 0, rulesVersion: RULES_VERSION, attacker, defender };
  const begun = beginFight(setup);
  const state = { ...begun, defender: { ...begun.defender, focus: theirFocus } };
  return { setup, state, lines: state.log };
}

/**
 * Play an exchange. If `theirs` is null, the partner's style chooses the partner's move. Throws RuleViolation if the
 * rules do not allow the move now.
 */
export function playBout(bout: Bout, own: Move, theirs: Move | null, chance: RandomSource): Bout {
  const toChoice = (move: Move): Choice => ({ move, itemId: null });
  const defender = theirs && toChoice(theirs);
  const input = { kind: 'exchange', attacker: toChoice(own), defender } as const;
  const step = applyInput(bout.setup, bout.state, input, chance);
  return { ...bout, state: step.state, lines: [...bout.lines, ...step.lines] };
}

/** Return the move that the style of the partner shows in advance, or null. */
export const preparedMove = ({ setup, state }: Bout): Move | null =>
  telegraph(setup.defender.style, viewOf(state, 'defender'));
