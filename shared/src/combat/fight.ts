import type { Fighter, FightInput, LogLine } from '../contract/combat.ts';
import type { ErrorCode } from '../contract/errors.ts';
import type { RandomSource } from './random.ts';

/** The initial data of a fight. `attacker` started it; a defender enters at full health. */
export type FightSetup = {
  fightId: number;
  rulesVersion: number;
  nonce: string;
  attacker: Fighter;
  defender: Fighter;
};

export type Side = 'attacker' | 'defender';

/**
 * The current state of a fighter. Boosts are the points that items added to attack and defense for this
 * fight.
 */
export type FighterState = {
  hp: number;
  maxHealth: number;
  attack: number;
  defense: number;
  level: number;
  weapon: number;
  armor: number;
  attackBoost: number;
  defenseBoost: number;
  healsLeft: number;
  itemsLeft: number;
  /** Whether a heal or an item is allowed now; a fighter may use one before each of their own exchanges. */
  canUseAction: boolean;
};

/**
 * The current state of a fight as plain JSON. `log` contains the latest 20 lines; `nextSeq` is the next
 * line's number.
 */
export type FightState = {
  rulesVersion: number;
  status: 'active' | 'over';
  winnerId: number | null;
  exchanges: number;
  nextSeq: number;
  attacker: FighterState;
  defender: FighterState;
  log: LogLine[];
};

export type Step = { state: FightState; lines: LogLine[] };

/** A version of the rules. Neither function mutates its arguments. */
export type Rules = {
  /** Return the initial state. Throws RuleViolation `tooWeak` if a fighter enters without health. */
  beginFight: (setup: FightSetup) => FightState;
  /** Apply an input. Throws RuleViolation if the rules forbid it. */
  applyInput: (setup: FightSetup, state: FightState, input: FightInput, chance: RandomSource) => Step;
};

export type ViolationCode = Extract<
  ErrorCode,
  | 'alreadyDefeated'
  | 'tooWeak'
  | 'fightOver'
  | 'fullHealth'
  | 'strikeFirst'
  | 'healLimit'
  | 'itemLimit'
  | 'noItem'
  | 'invalid'
>;

/**
 * An input that the rules forbid; `code` is the reason. `invalid` means a player outside the fight or a wrong
 * target.
 */
export class RuleViolation extends Error {
  readonly code: ViolationCode;
  constructor(code: ViolationCode) {
    super(code);
    this.name = 'RuleViolation';
    this.code = code;
  }
}

/** Return the side of a player in the fight. Throws RuleViolation `invalid` for anyone else. */
export function sideOfPlayer(setup: FightSetup, playerId: number): Side {
  if (playerId === setup.attacker.id) return 'attacker';
  if (playerId === setup.defender.id) return 'defender';
  throw new RuleViolation('invalid');
}

/** Return the opposite side. */
export function otherSide(side: Side): Side {
  return side === 'attacker' ? 'defender' : 'attacker';
}
