import type {
  Combat,
  FightInput,
  FightRecord,
  FightSide,
  LogLine,
  Matchup,
  OwnStrength,
  SideResult,
} from '@rivalhold/shared/contract/combat.ts';
import type { PlayerRef } from '@rivalhold/shared/contract/profiles.ts';
import { RULES_VERSION } from '@rivalhold/shared/fights/rules.ts';
import { TEMPERAMENTS } from '@rivalhold/shared/fights/style.ts';
import { statsFor } from '@rivalhold/shared/levels/levels.ts';
import type { OpenFight } from './api.ts';

/** Make a player without an avatar. */
export const makePlayer = (id: number, username: string): PlayerRef => ({
  id,
  username,
  avatarUrl: null,
  level: 1,
});

/** Make one side of an exchange; by default, a Strike that deals 10 damage. */
export const makeResult = (over: Partial<SideResult> = {}): SideResult => ({
  move: 'strike',
  itemId: null,
  byStyle: false,
  healed: 0,
  damage: 10,
  missed: false,
  critical: false,
  hp: 100,
  focus: 0,
  ...over,
});

/**
 * Make a log line of fight 7 between players 1 and 2; by default, player 1 strikes for 10 damage and player 2 guards.
 */
export const makeLine = (seq: number, over: Partial<LogLine> = {}): LogLine => ({
  seq,
  exchange: 1,
  kind: 'exchange',
  by: 1,
  attacker: makeResult(),
  defender: makeResult({ move: 'guard', damage: 0 }),
  attackerHP: 100,
  defenderHP: 90,
  text: '',
  ...over,
});

/** Make the public values of one side of a fight. */
export const makeSide = (over: Partial<FightSide> = {}): FightSide => ({
  focus: 0,
  healsLeft: 2,
  itemsLeft: 1,
  sealed: false,
  present: false,
  telegraph: null,
  choiceUntil: null,
  choiceMs: 12_000,
  bankMs: 30_000,
  ...over,
});

/** Make fight 7 with the given log, started by player 1 against player 2, both with 100 health. */
export const makeCombat = (log: LogLine[], over: Partial<Combat> = {}): Combat => ({
  id: 7,
  revision: 0,
  attackerId: 1,
  defenderId: 2,
  attackerHP: 100,
  defenderHP: 100,
  attackerMaxHP: 100,
  defenderMaxHP: 100,
  status: 'active',
  ranked: false,
  winnerId: null,
  exchanges: 0,
  sides: { attacker: makeSide(), defender: makeSide() },
  isChallengePending: false,
  isBusy: false,
  deadlineAt: null,
  log,
  seedHash: '',
  inputsHash: '',
  nonces: { attacker: '', defender: '' },
  rulesVersion: RULES_VERSION,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...over,
});

/** Make an entry of the list of open fights: fight 7, which player 2 started. */
export const makeOpenFight = (over: Partial<OpenFight> = {}): OpenFight => ({
  id: 7,
  opponent: makePlayer(2, 'Bjorn'),
  isAttacker: false,
  unseen: true,
  challengeExpiresAt: null,
  isRematch: false,
  lastAt: '2026-01-01T00:00:00.000Z',
  ...over,
});

/**
 * Make the record of fight 7 between two newcomers. One side, by default player 2, gave up after the given
 * exchanges.
 */
export function makeRecord(
  attacker: string,
  exchanges: Extract<FightInput, { kind: 'exchange' }>[],
  side: 'attacker' | 'defender' = 'defender',
): FightRecord {
  const stats = statsFor(1);
  const fighter = (id: number, username: string) => ({
    id,
    username,
    level: 1,
    ...stats,
    health: stats.maxHealth,
    weapon: 0,
    armor: 0,
    style: [...TEMPERAMENTS.careful],
  });
  return {
    id: 7,
    attacker: fighter(1, attacker),
    defender: fighter(2, 'Bjorn'),
    attackerAvatarUrl: null,
    defenderAvatarUrl: null,
    inputs: [...exchanges, { kind: 'forfeit', side, reason: 'conceded' }],
    rulesVersion: RULES_VERSION,
    ranked: false,
    nonces: { attacker: 'embers', defender: 'ashes' },
    seedHash: '',
    inputsHash: '',
    seed: 'e0'.repeat(32),
    winnerId: side === 'defender' ? 1 : 2,
    attackerHP: 100,
    defenderHP: 100,
    rewards: { xp: 20, coins: 1, defeatXp: 3 },
    createdAt: '2026-01-01T00:00:00.000Z',
    endedAt: '2026-01-01T00:01:00.000Z',
  };
}
/** Make the comparison of the signed-in player with an opponent of the same level. */
export const makeMatchup = (opponent: PlayerRef, over: Partial<Matchup> = {}): Matchup => ({
  opponent,
  level: 1,
  attack: 3,
  defense: 3,
  maxHealth: 100,
  weapon: 0,
  armor: 0,
  wins: 4,
  losses: 2,
  headToHead: { wins: 0, losses: 0 },
  seenStyle: null,
  reward: { xp: 20, coins: 1 },
  refusal: null,
  ...over,
});

/** Create an `OwnStrength`: the values of the signed-in player that the page shows before a fight. */
export const makeStrength = (over: Partial<OwnStrength> = {}): OwnStrength => ({
  level: 1,
  attack: 3,
  defense: 3,
  maxHealth: 100,
  weapon: 0,
  armor: 0,
  wins: 1,
  losses: 1,
  health: 100,
  energy: 100,
  style: [...TEMPERAMENTS.careful],
  temperament: 'careful' as const,
  ...over,
});
