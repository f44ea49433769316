import type { Combat, LogLine } from '@rivalhold/shared/contract/combat.ts';
import type { PlayerRef } from '@rivalhold/shared/contract/profiles.ts';

/** Make a player without an avatar. */
export const makePlayer = (id: number, username: string): PlayerRef => ({
  id,
  username,
  avatarUrl: null,
  level: 1,
});

/** Make a log line of fight 7 between players 1 and 2; by default player 1 hits for 10. */
export const makeLine = (seq: number, over: Partial<LogLine> = {}): LogLine => ({
  seq,
  exchange: 1,
  kind: 'hit',
  by: 1,
  to: 2,
  amount: 10,
  critical: false,
  itemId: null,
  attackerHP: 100,
  defenderHP: 90,
  text: '',
  ...over,
});

/** Make fight 7 with the given log, started by player 1 against player 2, both with 100 health. */
export const makeCombat = (log: LogLine[], over: Partial<Combat> = {}): Combat => ({
  id: 7,
  attackerId: 1,
  defenderId: 2,
  attackerHP: 100,
  defenderHP: 100,
  attackerMaxHP: 100,
  defenderMaxHP: 100,
  status: 'active',
  winnerId: null,
  exchanges: 0,
  attackerHealsLeft: 3,
  defenderHealsLeft: 3,
  attackerItemsLeft: 3,
  defenderItemsLeft: 3,
  attackerMayAct: true,
  defenderMayAct: true,
  log,
  seedHash: '',
  nonce: '',
  rulesVersion: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...over,
});
