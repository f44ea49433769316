import type { Fighter, FightInput, LogLine, Nonces, Side } from '../contract/combat.ts';
import type { ErrorCode } from '../contract/errors.ts';

/** The initial data of a fight. `attacker` started the fight. The defender enters at full health. */
export type FightSetup = {
  fightId: number;
  rulesVersion: number;
  attacker: Fighter;
  defender: Fighter;
};

/** The current state of a fighter. Boosts are points that items added for this fight. */
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
  focus: number;
  healsLeft: number;
  itemsLeft: number;
  /**
   * Number of exchanges in which the player chose the move; 0 for a defender who was absent during the whole
   * fight.
   */
  chosen: number;
  /** Number of exchanges in which a move that the player chose beat the opponent's move. */
  reads: number;
  /** Damage that this fighter has dealt in this fight, in health points. Damage beyond the opponent's remaining health does not count. */
  damageDealt: number;
};

/** The current state of a fight as plain JSON. `log` contains the latest 20 lines. */
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

/** The data of a fight that a replay needs. */
export type ReplayInput = {
  setup: FightSetup;
  nonces: Nonces;
  inputs: readonly FightInput[];
  seed: string;
};

export type ViolationCode = Extract<
  ErrorCode,
  'tooWeak' | 'fightOver' | 'fullHealth' | 'healLimit' | 'itemLimit' | 'noItem' | 'invalid'
>;

/**
 * Thrown if the rules forbid an input. `code` is the reason: for example, `invalid` for a Heavy without enough focus.
 */
export class RuleViolation extends Error {
  readonly code: ViolationCode;
  constructor(code: ViolationCode) {
    super(code);
    this.name = 'RuleViolation';
    this.code = code;
  }
}

/** Return the opposite side. */
export function otherSide(side: Side): Side {
  return side === 'attacker' ? 'defender' : 'attacker';
}
