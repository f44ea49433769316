import { describe, expect, it } from 'vitest';
import type { FightInput, FightRecord, Move } from '../contract/combat.ts';
import type { FightSetup } from './fight.ts';
import { commitmentOf, sealedRandom } from './random.ts';
import { applyInput, beginFight, firstExchange, RULES_VERSION } from './rules.ts';
import { TEMPERAMENTS } from './style.ts';
import { type Commitment, inputsHashOf, verifyFight } from './verify.ts';

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
const exchange = (move: Move, itemId: number | null = null): FightInput => ({
  kind: 'exchange',
  attacker: { move, itemId },
  defender: null,
});
const STRIKE = exchange('strike');

/**
 * Play a whole fight in which player 1 repeats the given moves, and the style of player 2 chooses the moves of player
 * 2.
 */
function foughtFight(
  seed = 'ab'.repeat(32),
  moves: readonly Move[] = ['strike'],
  nonces = { attacker: 'n0nce', defender: '' },
): FightRecord {
  const setup: FightSetup = {
    fightId: 7,
    rulesVersion: RULES_VERSION,
    attacker: fighter(1, 'Mira'),
    defender: fighter(2, 'Bran'),
  };
  const chance = sealedRandom(seed, setup.fightId, nonces);
  const inputs: FightInput[] = [];
  let state = beginFight(setup);
  while (state.status === 'active') {
    const input = exchange(moves[inputs.length % moves.length]!);
    inputs.push(input);
    state = applyInput(setup, state, input, chance).state;
  }
  const record = {
    id: 7,
    attacker: setup.attacker,
    defender: setup.defender,
    attackerAvatarUrl: null,
    defenderAvatarUrl: null,
    inputs,
    rulesVersion: RULES_VERSION,
    ranked: false,
    nonces,
    seedHash: commitmentOf(seed),
    inputsHash: '',
    seed,
    winnerId: state.winnerId,
    attackerHP: state.attacker.hp,
    defenderHP: state.defender.hp,
    rewards: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    endedAt: '2026-01-01T00:01:00.000Z',
  };
  return { ...record, inputsHash: inputsHashOf(record) };
}

const HEAL = exchange('heal');
const fight = foughtFight();
/** A browser that has seen only the opening of `fight`. */
const SEEN: Commitment = { seedHash: fight.seedHash, nonces: [], inputsHashes: [], moves: [] };
/** The first move of the attacker. */
const FIRST_MOVE = [{ exchange: 1, ...firstExchange(fight.inputs)!.attacker! }];
const failedChecks = (record: FightRecord, seen: Commitment | null = null) =>
  verifyFight(record, seen, 1)
    .checks.filter((check) => !check.passed)
    .map((check) => check.id);

describe('verifying a fight', () => {
  it('accepts an honest fight and lists every random number', () => {
    const verdict = verifyFight(fight, { ...SEEN, moves: FIRST_MOVE, nonces: ['n0nce'] }, 1);
    expect(verdict.passed).toBe(true);
    expect(verdict.steps).toHaveLength(fight.inputs.length + 1);
    expect(verdict.steps[1]?.draws.length).toBeGreaterThan(0);
    expect(verdict.steps.at(-1)?.lines.at(-1)?.kind).toBe('over');
  });

  it('detects a seed that does not match the published hash', () => {
    expect(failedChecks({ ...fight, seed: 'cd'.repeat(32) })).toContain('seed');
    expect(failedChecks({ ...fight, seed: 'not hexadecimal' })).toContain('seed');
  });

  it('detects a replaced seed if this browser saw the fight start', () => {
    const seed = 'cd'.repeat(32);
    const swapped = { ...fight, seed, seedHash: commitmentOf(seed) };
    expect(failedChecks(swapped, SEEN)).toContain('witness');
  });

  it('detects a nonce that this browser has not sent', () => {
    const seen = { ...SEEN, moves: FIRST_MOVE };
    expect(failedChecks(fight, { ...seen, nonces: ['other', 'n0nce'] })).toEqual([]);
    expect(failedChecks(fight, { ...seen, nonces: ['other'] })).toEqual(['nonce']);
    expect(failedChecks(fight, { ...SEEN, nonces: ['other'] })).toEqual([]);
  });

  it('detects a wrong winner and wrong health', () => {
    expect(failedChecks({ ...fight, winnerId: fight.winnerId === 1 ? 2 : 1 })).toEqual(['winner']);
    expect(failedChecks({ ...fight, attackerHP: fight.attackerHP + 1 })).toEqual(['health']);
  });

  it('detects added, omitted and impossible inputs', () => {
    expect(failedChecks({ ...fight, inputs: [...fight.inputs, STRIKE] })).toContain('replay');
    expect(failedChecks({ ...fight, inputs: fight.inputs.slice(0, -1) })).toContain('winner');
    expect(failedChecks({ ...fight, inputs: [HEAL, ...fight.inputs] })).toContain('replay');
  });

  it('detects from the hash of the inputs that a move or a nonce was changed', () => {
    let sameResults = 0;
    for (let n = 0; n < 40; n++) {
      const record = foughtFight(n.toString(16).padStart(2, '0').repeat(32), ['strike', 'guard', 'feint']);
      expect(failedChecks(record)).toEqual([]);
      for (const [at, input] of record.inputs.entries()) {
        for (const move of ['strike', 'guard', 'feint'] as const) {
          if (input.kind !== 'exchange' || input.attacker?.move === move) continue;
          const failed = failedChecks({ ...record, inputs: record.inputs.with(at, exchange(move)) });
          expect(failed).toContain('inputs');
          if (failed.length === 1) sameResults++;
        }
      }
      expect(failedChecks({ ...record, nonces: { attacker: 'other', defender: '' } })).toContain('inputs');
    }
    // Many changes of a move do not change the results, so only the hash of the inputs reveals these changes.
    expect(sameResults).toBeGreaterThan(20);
  });

  it('detects a changed move if this browser saw the exchange', () => {
    const changed = foughtFight(fight.seed, ['guard', 'strike']);
    const hashAfter = (record: FightRecord, inputs: number) =>
      inputsHashOf({ ...record, inputs: record.inputs.slice(0, inputs) });
    const seenAfter = (...inputs: number[]) => ({
      ...SEEN,
      inputsHashes: inputs.map((count) => hashAfter(fight, count)),
    });
    expect(failedChecks(changed, seenAfter(0))).toEqual([]);
    expect(failedChecks(changed, seenAfter(0, 1))).toEqual(['seenInputs']);
    expect(failedChecks(fight, seenAfter(0, 1, 2))).toEqual([]);
    // Several tabs can store the hashes in any order.
    expect(failedChecks(fight, seenAfter(1, 0))).toEqual([]);
    // A hash that the server publishes later does not replace the earlier hash.
    const later = { ...SEEN, inputsHashes: [hashAfter(fight, 1), changed.inputsHash] };
    expect(failedChecks(changed, later)).toEqual(['seenInputs']);
  });

  it('detects a replaced fighter or style if this browser saw the first hash', () => {
    const seen = { ...SEEN, inputsHashes: [inputsHashOf({ ...fight, inputs: [] })] };
    const bold = { ...fight, defender: { ...fight.defender, style: TEMPERAMENTS.bold } };
    const { attacker, defender, winnerId } = fight;
    const swapped = {
      ...fight,
      attacker: { ...attacker, id: defender.id },
      defender: { ...defender, id: attacker.id },
      winnerId: winnerId === attacker.id ? defender.id : attacker.id,
    };
    for (const changed of [bold, swapped])
      expect(failedChecks({ ...changed, inputsHash: inputsHashOf(changed) }, seen)).toContain('seenInputs');
    const renamed = { ...fight, attacker: { ...attacker, username: 'Deleted player' } };
    expect(failedChecks(renamed, seen)).toEqual([]);
  });

  it('detects a move that differs from the move that this browser sent', () => {
    const sent = (exchange: number, move: Move, itemId: number | null = null) => ({
      ...SEEN,
      moves: [{ exchange, move, itemId }],
    });
    expect(failedChecks(fight, sent(1, 'strike'))).toEqual([]);
    expect(failedChecks(fight, sent(2, 'guard'))).toEqual(['moves']);
    expect(verifyFight(fight, sent(2, 'guard'), 3).passed).toBe(true);
    // A move that was never revealed is not in the record.
    expect(failedChecks(fight, sent(fight.inputs.length + 1, 'guard'))).toEqual([]);
  });

  it('accepts that the server replaced a heal or an item with Strike, except in ranked fights', () => {
    const heal = { exchange: 1, move: 'heal', itemId: null } as const;
    const item = { exchange: 2, move: 'item', itemId: 12 } as const;
    const seen = { ...SEEN, moves: [heal, item] };
    expect(verifyFight(fight, seen, 1)).toMatchObject({ passed: true, replaced: [heal, item] });
    // The style of player 2 chose all of this player's moves, so the server replaced none of them.
    expect(verifyFight(fight, seen, 2).replaced).toEqual([]);
    const ranked = { ...fight, ranked: true };
    const record = { ...ranked, inputsHash: inputsHashOf(ranked) };
    expect(failedChecks(record, SEEN)).toEqual([]);
    for (const move of [heal, item]) {
      const verdict = verifyFight(record, { ...SEEN, moves: [move] }, 1);
      expect(verdict.checks.filter(({ passed }) => !passed).map(({ id }) => id)).toEqual(['moves']);
      expect(verdict.replaced).toEqual([]);
    }
  });

  it('detects an item that differs from the item that this browser sent', () => {
    const record = { ...fight, inputs: [exchange('item', 12)] };
    const sent = (itemId: number) => ({ ...SEEN, moves: [{ exchange: 1, move: 'item' as const, itemId }] });
    const movesCheck = (itemId: number) =>
      verifyFight(record, sent(itemId), 1).checks.find(({ id }) => id === 'moves');
    expect(movesCheck(12)).toMatchObject({ passed: true });
    expect(movesCheck(14)).toMatchObject({
      passed: false,
      recorded: { move: 'item', itemId: 12 },
      computed: { move: 'item', itemId: 14 },
    });
  });

  it('detects a move that this browser sent but that is recorded as chosen by the style', () => {
    const moves = [{ exchange: 1, move: 'strike' as const, itemId: null }];
    const record = { ...fight, inputs: [{ ...exchange('strike'), attacker: null } as FightInput] };
    const check = verifyFight(record, { ...SEEN, moves }, 1).checks.find(({ id }) => id === 'moves');
    expect(check).toMatchObject({ passed: false, recorded: null, computed: { move: 'strike' } });
  });

  it('detects a nonce that is recorded for a player who never chose a move', () => {
    const record = foughtFight(fight.seed, ['strike'], { attacker: 'n0nce', defender: 'invented' });
    expect(failedChecks(record, SEEN)).toEqual(['absentNonce']);
  });

  it('detects that the server dropped the nonce of this browser’s player', () => {
    const dropped = { ...fight, nonces: { attacker: '', defender: '' } };
    const seen = { ...SEEN, moves: FIRST_MOVE, nonces: ['n0nce'] };
    expect(failedChecks({ ...dropped, inputsHash: inputsHashOf(dropped) }, seen)).toContain('nonce');
  });

  it('compares winners by id, because two players can have the same name', () => {
    const same = { ...fight, defender: { ...fight.defender, username: fight.attacker.username } };
    expect(failedChecks({ ...same, winnerId: fight.winnerId === 1 ? 2 : 1 })).toEqual(['winner']);
  });

  it('detects from the hash that a player’s move was changed to a choice by the style', () => {
    const byStyle = fight.inputs.with(0, { ...exchange('strike'), attacker: null } as FightInput);
    expect(failedChecks({ ...fight, inputs: byStyle })).toContain('inputs');
  });

  it('detects a fighter with inflated stats', () => {
    const attacker = { ...fight.attacker, attack: 40 };
    expect(failedChecks({ ...fight, attacker })).not.toEqual([]);
  });

  it('reports an unknown version of the rules', () => {
    expect(failedChecks({ ...fight, rulesVersion: RULES_VERSION + 1 })).toContain('replay');
  });

  it('reports how many actions it replayed before an impossible action', () => {
    const checksOf = (inputs: FightInput[]) =>
      verifyFight({ ...fight, inputs }, null, 1).checks.find(({ id }) => id === 'replay');
    const heavy = checksOf([STRIKE, exchange('heavy'), STRIKE]);
    expect(heavy).toMatchObject({ passed: false, recorded: '3 actions', computed: '1 action' });
  });
});
