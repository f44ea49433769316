import type { combat, FightInput, LogLine } from '../contract/combat.ts';
import type { Reply } from '../contract/schema.ts';
import type { FightSetup, FightState } from './fight.ts';
import { nextInputsHash } from './inputs-hash.ts';
import { commitmentOf, sealedRandom } from './random.ts';
import { applyInput, beginFight } from './rules.ts';

/**
 * Values of a fight that the server cannot change later without being noticed: the hash of the seed that this browser
 * saw when the fight opened, the nonces that this browser sent with the first move, and the latest hash of the inputs
 * that this browser saw.
 */
export type Commitment = { seedHash: string; nonces: readonly string[]; inputsHash: string };

/** A finished fight with everything that its replay needs. */
export type FightRecord = Reply<(typeof combat)['routes']['GET /api/combat/fights/{id}']>;

export type Draw = { exchange: number; draw: number; value: number };
/** An input of a fight, its random numbers and its log lines. `input` is null for the start of the fight. */
export type VerifiedStep = { input: FightInput | null; draws: readonly Draw[]; lines: readonly LogLine[] };
export type Check = {
  id: 'seed' | 'witness' | 'nonce' | 'replay' | 'inputs' | 'seenInputs' | 'health' | 'winner';
  passed: boolean;
  recorded: string;
  computed: string;
};
export type Verdict = { passed: boolean; checks: readonly Check[]; steps: readonly VerifiedStep[] };

/** `hashes` contains the hash of the inputs at the start and after each input. */
type Replay = {
  steps: VerifiedStep[];
  hashes: string[];
  state: FightState | null;
  errorText: string | null;
};

/** Replay a recorded fight and record every random number. Stop at the first impossible input. */
function replay(record: FightRecord): Replay {
  const { id: fightId, rulesVersion, nonces, attacker, defender } = record;
  const setup: FightSetup = { fightId, rulesVersion, attacker, defender };
  const steps: VerifiedStep[] = [];
  const hashes = [''];
  let state: FightState | null = null;
  try {
    const chance = sealedRandom(record.seed, fightId, nonces);
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
      hashes.push(nextInputsHash(hashes.at(-1)!, { input, nonces, state }));
      steps.push({ input, draws, lines: step.lines });
    }
    return { steps, hashes, state, errorText: null };
  } catch (error) {
    return { steps, hashes, state, errorText: error instanceof Error ? error.message : String(error) };
  }
}

function hashOf(seed: string): string {
  try {
    return commitmentOf(seed);
  } catch {
    return '';
  }
}

/**
 * Verify a finished fight by its rules. The seed must match the hash that was published at the start. Each input must
 * be possible with random numbers from the seed. The hash of the inputs and their results, the health values and the
 * winner must match the record.
 *
 * `seen` contains the values that this browser saw or sent while the fight was open, or is null if there are none. If
 * `seen` is set, the hash of the seed must be the same in `seen` and in the record, and `seen.inputsHash` must be the
 * hash at the start or after one of the inputs. If this browser sent nonces, and the record has a nonce of this
 * browser's player (`meId`), that nonce must be among the sent nonces.
 *
 * The function never throws: an error counts as a failed check.
 */
export function verifyFight(record: FightRecord, seen: Commitment | null, meId: number): Verdict {
  const { steps, hashes, state, errorText: error } = replay(record);
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
  if (seen) checks.push(check('witness', record.seedHash, seen.seedHash));
  const side = [record.attacker.id, record.defender.id].indexOf(meId);
  const nonce = [record.nonces.attacker, record.nonces.defender][side];
  if (seen && seen.nonces.length > 0 && nonce)
    checks.push(check('nonce', nonce, seen.nonces.find((sent) => sent === nonce) ?? seen.nonces[0] ?? ''));
  if (seen)
    checks.push(
      check('seenInputs', seen.inputsHash, hashes.find((hash) => hash === seen.inputsHash) ?? hashes.at(-1)!),
    );
  checks.push(
    check('replay', String(record.inputs.length), error ?? String(steps.length - 1)),
    check('inputs', record.inputsHash, hashes.at(-1)!),
    check(
      'health',
      health(record.attackerHP, record.defenderHP),
      health(state?.attacker.hp, state?.defender.hp),
    ),
    check('winner', nameOf(record.winnerId), nameOf(state?.status === 'over' ? state.winnerId : null)),
  );
  return { passed: checks.every(({ passed }) => passed), checks, steps };
}
