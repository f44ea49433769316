import { describe, expect, it } from 'vitest';
import type { FightInput } from '../contract/combat.ts';
import type { FightSetup } from './fight.ts';
import { commitmentOf, sealedRandom } from './random.ts';
import { applyInput, beginFight, RULES_VERSION } from './rules.ts';
import { TEMPERAMENTS } from './style.ts';
import { type Commitment, type FightRecord, verifyFight } from './verify.ts';

const fighter = (id: number, username: string) => ({
  id,
  username,
  level: 1,
  attack: 3,
  defense: 3,
  maxHealth: 100,
  health: 100,
  weapon: 0,
  armor: 0,
  style: TEMPERAMENTS.careful,
});
const STRIKE: FightInput = {
  kind: 'exchange',
  attacker: { move: 'strike', itemId: null },
  defender: null,
};

/** Play a whole fight in which player 1 only strikes. */
function foughtFight(): FightRecord {
  const seed = 'ab'.repeat(32);
  const setup: FightSetup = {
    fightId: 7,
    rulesVersion: RULES_VERSION,
    attacker: fighter(1, 'Mira'),
    defender: fighter(2, 'Bran'),
  };
  const nonces = { attacker: 'n0nce', defender: '' };
  const chance = sealedRandom(seed, setup.fightId, nonces);
  const inputs: FightInput[] = [];
  let state = beginFight(setup);
  while (state.status === 'active') {
    inputs.push(STRIKE);
    state = applyInput(setup, state, STRIKE, chance).state;
  }
  return {
    id: 7,
    attacker: setup.attacker,
    defender: setup.defender,
    attackerAvatarUrl: null,
    defenderAvatarUrl: null,
    inputs,
    rulesVersion: RULES_VERSION,
    nonces,
    seedHash: commitmentOf(seed),
    seed,
    winnerId: state.winnerId,
    attackerHP: state.attacker.hp,
    defenderHP: state.defender.hp,
    rewards: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    endedAt: '2026-01-01T00:01:00.000Z',
  };
}

const HEAL: FightInput = { kind: 'exchange', attacker: { move: 'heal', itemId: null }, defender: null };
const fight = foughtFight();
const failedChecks = (record: FightRecord, seen: Commitment | null = null) =>
  verifyFight(record, seen, 1)
    .checks.filter((check) => !check.passed)
    .map((check) => check.id);

describe('verifying a fight', () => {
  it('accepts an honest fight and lists every draw', () => {
    const verdict = verifyFight(fight, { seedHash: fight.seedHash, nonces: ['n0nce'] }, 1);
    expect(verdict.passed).toBe(true);
    expect(verdict.steps).toHaveLength(fight.inputs.length + 1);
    expect(verdict.steps[1]?.draws.length).toBeGreaterThan(0);
    expect(verdict.steps.at(-1)?.lines.at(-1)?.kind).toBe('over');
  });

  it('detects a seed that does not match the published hash', () => {
    expect(failedChecks({ ...fight, seed: 'cd'.repeat(32) })).toContain('seed');
    expect(failedChecks({ ...fight, seed: 'not hexadecimal' })).toContain('seed');
  });

  it('detects a replaced seed with a matching hash, if this browser saw the fight start', () => {
    const seed = 'cd'.repeat(32);
    const swapped = { ...fight, seed, seedHash: commitmentOf(seed) };
    expect(failedChecks(swapped, { seedHash: fight.seedHash, nonces: [] })).toContain('witness');
  });

  it('detects a nonce that this browser has not sent, but accepts a fight without a nonce of this browser’s player', () => {
    const { seedHash } = fight;
    expect(failedChecks(fight, { seedHash, nonces: ['other', 'n0nce'] })).toEqual([]);
    expect(failedChecks(fight, { seedHash, nonces: ['other'] })).toEqual(['nonce']);
    expect(verifyFight(fight, { seedHash, nonces: ['other'] }, 2).passed).toBe(true);
  });

  it('detects a false outcome', () => {
    expect(failedChecks({ ...fight, winnerId: fight.winnerId === 1 ? 2 : 1 })).toEqual(['winner']);
    expect(failedChecks({ ...fight, attackerHP: fight.attackerHP + 1 })).toEqual(['health']);
  });

  it('detects added, omitted and impossible inputs', () => {
    expect(failedChecks({ ...fight, inputs: [...fight.inputs, STRIKE] })).toContain('replay');
    expect(failedChecks({ ...fight, inputs: fight.inputs.slice(0, -1) })).toContain('winner');
    expect(failedChecks({ ...fight, inputs: [HEAL, ...fight.inputs] })).toContain('replay');
  });

  it('detects a changed move and a changed nonce', () => {
    const guard: FightInput = { kind: 'exchange', attacker: { move: 'guard', itemId: null }, defender: null };
    expect(failedChecks({ ...fight, inputs: [guard, ...fight.inputs.slice(1)] })).not.toEqual([]);
    expect(failedChecks({ ...fight, nonces: { attacker: 'other', defender: '' } })).not.toEqual([]);
  });

  it('detects a fighter with inflated stats', () => {
    const attacker = { ...fight.attacker, attack: 40 };
    expect(failedChecks({ ...fight, attacker })).not.toEqual([]);
  });

  it('reports an unknown version of the rules', () => {
    expect(failedChecks({ ...fight, rulesVersion: 999 })).toContain('replay');
  });
});
