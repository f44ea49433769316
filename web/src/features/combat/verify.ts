import { hashSeed, hmacRandom } from '@rivalhold/shared/combat/random.ts';
import { applyInput, beginFight, type FightSetup, type FightState } from '@rivalhold/shared/combat/rules.ts';
import type { combat, FightInput, LogLine } from '@rivalhold/shared/contract/combat.ts';
import type { Reply } from '@rivalhold/shared/contract/schema.ts';
import type { FightCommitment } from './fight-commitments.ts';

export type FightRecord = Reply<(typeof combat)['routes']['GET /api/combat/fights/{id}']>;

export type Draw = { exchange: number; draw: number; value: number };
/** One thing that was done, with the chance it drew and what came of it. `input` is null for the beginning. */
export type VerifiedStep = { input: FightInput | null; draws: readonly Draw[]; lines: readonly LogLine[] };
export type Check = {
  id: 'seed' | 'witness' | 'replay' | 'health' | 'winner';
  passed: boolean;
  recorded: string;
  computed: string;
};
export type Verdict = { passed: boolean; checks: readonly Check[]; steps: readonly VerifiedStep[] };

type Replay = { steps: VerifiedStep[]; state: FightState | null; errorText: string | null };

/** Fights the recorded fight again, noting every draw; stops at the first input that could not have happened. */
function replay(record: FightRecord): Replay {
  const { id: fightId, rulesVersion, nonce, attacker, defender } = record;
  const setup: FightSetup = { fightId, rulesVersion, nonce, attacker, defender };
  const steps: VerifiedStep[] = [];
  let state: FightState | null = null;
  try {
    const chance = hmacRandom(record.seed, fightId, nonce);
    state = beginFight(setup);
    steps.push({ input: null, draws: [], lines: state.log });
    for (const input of record.inputs) {
      const draws: Draw[] = [];
      const step = applyInput(setup, state, input, (exchange, draw) => {
        const value = chance(exchange, draw);
        draws.push({ exchange, draw, value });
        return value;
      });
      state = step.state;
      steps.push({ input, draws, lines: step.lines });
    }
    return { steps, state, errorText: null };
  } catch (error) {
    return { steps, state, errorText: error instanceof Error ? error.message : String(error) };
  }
}

function hashOf(seed: string): string {
  try {
    return hashSeed(seed);
  } catch {
    return '';
  }
}

/**
 * Judges a finished fight with the rules it was fought by: the seed fits the hash promised before it, each input could
 * happen and draws its chance from the seed, and health and winner come out as recorded. `witness` is what this browser
 * itself was shown when the fight began, if it was there. Never throws: an error is a failed check.
 */
export function verifyFight(record: FightRecord, commitment: FightCommitment | null): Verdict {
  const { steps, state, errorText: error } = replay(record);
  const check = (id: Check['id'], recorded: string, computed: string): Check => ({
    id,
    passed: recorded === computed,
    recorded,
    computed,
  });
  const health = (attackerHP?: number, defenderHP?: number) => `${attackerHP ?? '–'} : ${defenderHP ?? '–'}`;
  const nameOf = (id: number | null | undefined) =>
    [record.attacker, record.defender].find((fighter) => fighter.id === id)?.username ?? '–';

  const checks: Check[] = [check('seed', record.seedHash, hashOf(record.seed))];
  if (commitment) {
    const proof = (seedHash: string, nonce: string) => `${seedHash} ${nonce}`;
    checks.push(
      check('witness', proof(record.seedHash, record.nonce), proof(commitment.seedHash, commitment.nonce)),
    );
  }
  checks.push(
    check('replay', String(record.inputs.length), error ?? String(steps.length - 1)),
    check(
      'health',
      health(record.attackerHP, record.defenderHP),
      health(state?.attacker.hp, state?.defender.hp),
    ),
    check('winner', nameOf(record.winnerId), nameOf(state?.status === 'over' ? state.winnerId : null)),
  );
  return { passed: checks.every((one) => one.passed), checks, steps };
}
