import type { ErrorCode } from '../contract/errors.ts';
import type { Move } from './moves.ts';
import type { Nonces } from './random.ts';
import type { Style } from './style.ts';

/** A fighter's values at the start of a fight: everything that the rules need. */
export type Fighter = {
  id: number;
  username: string;
  level: number;
  attack: number;
  defense: number;
  maxHealth: number;
  /** Health at the start of the fight. */
  health: number;
  /** Bonus of the best weapon and the best armor. */
  weapon: number;
  armor: number;
  /** Chooses the moves that the player does not choose. */
  style: Style;
};

/** The initial data of a fight. `attacker` started it; a defender enters at full health. */
export type FightSetup = {
  fightId: number;
  rulesVersion: number;
  attacker: Fighter;
  defender: Fighter;
};

export type Side = 'attacker' | 'defender';

/** A chosen move; `itemId` is the item of an `item` move, otherwise null. */
export type Choice = { move: Move; itemId: number | null };

/** The inputs of a fight, in order: with the setup, the nonces and the seed they reproduce it. */
export type FightInput =
  /** An exchange with the choice of each side; null if the side's style chooses. */
  | { kind: 'exchange'; attacker: Choice | null; defender: Choice | null }
  /** The new values of a fighter, changed outside the fight (staff, another fight). */
  | {
      kind: 'sync';
      side: Side;
      health: number;
      maxHealth: number;
      attack: number;
      defense: number;
      level: number;
    }
  /** Ends the fight without an exchange: `side` has lost. */
  | { kind: 'forfeit'; side: Side; reason: ForfeitReason };
export type ForfeitReason = 'conceded' | 'abandoned' | 'ended';

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
  /** Exchanges in which the player chose the move; 0 for a defender who was absent throughout. */
  chosen: number;
  /** Health points that this fighter has taken from the opponent in this fight. */
  taken: number;
};

/** The move of one side in an exchange, and its values afterwards. */
export type SideResult = {
  move: Move;
  itemId: number | null;
  byStyle: boolean;
  /** Health that the move restored to the side. */
  healed: number;
  /** Damage to the opponent; more than the opponent's health if the opponent fell. */
  damage: number;
  missed: boolean;
  critical: boolean;
  hp: number;
  focus: number;
};

/** A line of a fight's log. `attacker` and `defender` are set for an exchange. */
export type LogLine = {
  /** Increases by exactly 1 within a fight, from 1. */
  seq: number;
  exchange: number;
  kind: 'begin' | 'exchange' | 'sync' | 'over';
  /** The winner for `over`, the changed fighter for `sync`, otherwise the attacker. */
  by: number;
  attacker: SideResult | null;
  defender: SideResult | null;
  attackerHP: number;
  defenderHP: number;
  text: string;
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

/** The data that a verifier needs of a finished fight. */
export type FightRecord = {
  setup: FightSetup;
  nonces: Nonces;
  inputs: readonly FightInput[];
  seedHash: string;
  seed: string;
};

export type ViolationCode = Extract<
  ErrorCode,
  'tooWeak' | 'fightOver' | 'fullHealth' | 'healLimit' | 'itemLimit' | 'noItem' | 'invalid'
>;

/** An input that the rules forbid; `code` is the reason. `invalid` covers Heavy without focus. */
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
