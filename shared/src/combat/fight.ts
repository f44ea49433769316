import type { Fighter, FightInput, LogLine } from '../contract/combat.ts';
import type { ErrorCode } from '../contract/errors.ts';
import type { RandomSource } from './random.ts';

/** All that a fight begins with. `attacker` is the one who began it; a defender enters at full health. */
export type FightSetup = {
  fightId: number;
  rulesVersion: number;
  nonce: string;
  attacker: Fighter;
  defender: Fighter;
};

export type Side = 'attacker' | 'defender';

/** One fighter as the fight stands. Boosts are what items have added to attack and defense for this fight. */
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
  /** Whether a heal or an item is allowed now; one is, before each exchange of one's own. */
  canUseAction: boolean;
};

/** A fight as it stands: plain JSON. `log` holds the latest 20 lines; `nextSeq` is the next line's number. */
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

/** One version of the rules. Neither function changes what it is given. */
export type Rules = {
  /** Throws RuleViolation `tooWeak` if either enters without health. */
  beginFight: (setup: FightSetup) => FightState;
  /** Throws RuleViolation where the rules forbid the input. */
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

/** The rules forbid an input; `code` says why. `invalid` is a stranger to the fight or a wrong target. */
export class RuleViolation extends Error {
  readonly code: ViolationCode;
  constructor(code: ViolationCode) {
    super(code);
    this.name = 'RuleViolation';
    this.code = code;
  }
}

/** The side that a player of the fight stands on. Throws RuleViolation `invalid` for anybody else. */
export function sideOfPlayer(setup: FightSetup, playerId: number): Side {
  if (playerId === setup.attacker.id) return 'attacker';
  if (playerId === setup.defender.id) return 'defender';
  throw new RuleViolation('invalid');
}

/** The side across. */
export function otherSide(side: Side): Side {
  return side === 'attacker' ? 'defender' : 'attacker';
}
