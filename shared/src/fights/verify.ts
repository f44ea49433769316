import type { Choice, FightInput, FightRecord, LogLine, Move, Side } from '../contract/combat.ts';
import { formatCount } from '../format-number.ts';
import type { FightSetup, FightState } from './fight.ts';
import { firstInputsHash, nextInputsHash } from './inputs-hash.ts';
import { commitmentOf, sealedRandom } from './random.ts';
import { applyInput, beginFight, firstExchange } from './rules.ts';

/** Values that this browser stored during a fight. If the server changes one of them later, verification fails. */
export type Commitment = {
  /** The seed's hash, as this browser saw it when the fight opened. */
  seedHash: string;
  /** The nonces that this browser sent with the player's first move. Several tabs can send different nonces. */
  nonces: readonly string[];
  /** All values of `inputsHash` that this browser saw. */
  inputsHashes: readonly string[];
  /** The moves of this player that this browser sent and the server accepted. */
  moves: readonly SentMove[];
};
/** A move that a browser sent, with the id of its item or null. Exchanges are numbered from 1. */
export type SentMove = { exchange: number; move: Move; itemId: number | null };

export type Draw = { exchange: number; draw: number; value: number };
/**
 * A step of a fight: an input, and the random numbers and log lines that result from it. `input` is null for the first
 * step, the start of the fight.
 */
export type VerifiedStep = { input: FightInput | null; draws: readonly Draw[]; lines: readonly LogLine[] };
/** A value that a check compares: a text or a choice. If a style chose the move, the choice is null. */
export type CheckedValue = string | Choice | null;
export type Check = {
  id:
    | 'seed'
    | 'witness'
    | 'nonce'
    | 'absentNonce'
    | 'moves'
    | 'seenInputs'
    | 'replay'
    | 'inputs'
    | 'health'
    | 'winner';
  passed: boolean;
  recorded: CheckedValue;
  computed: CheckedValue;
};
/** `replaced` contains the sent heals and items that the server replaced by Strike. */
export type Verdict = {
  passed: boolean;
  checks: readonly Check[];
  steps: readonly VerifiedStep[];
  replaced: readonly SentMove[];
};

/** `hashes` contains the hash of the inputs at the start and after each input. */
type Replay = {
  steps: VerifiedStep[];
  hashes: string[];
  state: FightState | null;
  /** True if the record contains an impossible input or value. */
  isStopped: boolean;
};

/** The parts of a record that determine the fight. */
type Replayable = Pick<
  FightRecord,
  'id' | 'rulesVersion' | 'ranked' | 'attacker' | 'defender' | 'seed' | 'nonces' | 'inputs'
>;

/** Replay a recorded fight and record every random number. Stop at the first impossible input. */
function replay(record: Replayable): Replay {
  const { id: fightId, rulesVersion, nonces, attacker, defender } = record;
  const setup: FightSetup = { fightId, rulesVersion, attacker, defender };
  const steps: VerifiedStep[] = [];
  const hashes: string[] = [];
  let state: FightState | null = null;
  try {
    const chance = sealedRandom(record.seed, fightId, nonces);
    hashes.push(firstInputsHash(record.seed, setup, record.ranked));
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
    return { steps, hashes, state, isStopped: false };
  } catch {
    return { steps, hashes, state, isStopped: true };
  }
}

function hashOf(seed: string): string {
  try {
    return commitmentOf(seed);
  } catch {
    return '';
  }
}

/** Return the hash of all inputs of a fight and their results, up to the first impossible input. */
export const inputsHashOf = (record: Replayable): string => replay(record).hashes.at(-1) ?? '';

/** A sent move that differs from the recorded choice. `recorded` is null if the style chose the move. */
type Change = { sent: SentMove; recorded: Choice | null };

/** Return the sent moves that differ from a record. Ignore moves that were never revealed: no record contains them. */
function changesOf(record: FightRecord, side: Side, moves: readonly SentMove[]): Change[] {
  const exchanges = record.inputs.filter((input) => input.kind === 'exchange');
  return moves.flatMap((sent) => {
    const input = exchanges[sent.exchange - 1];
    if (!input) return [];
    const recorded = input[side];
    const isSame = recorded?.move === sent.move && recorded.itemId === sent.itemId;
    return isSame ? [] : [{ sent, recorded }];
  });
}

/**
 * Report whether the rules allow the server to change a sent move in this way. If a heal or an item is no longer
 * possible when the moves are revealed, the server replaces it by Strike. This cannot happen in a ranked fight: every
 * chosen move remains possible, because moves use neither the player's energy nor items, and health does not change
 * outside the fight.
 */
const isReplacement = ({ ranked }: FightRecord, { sent, recorded }: Change): boolean =>
  !ranked && recorded?.move === 'strike' && (sent.move === 'heal' || sent.move === 'item');

/** Return the checks of a record against the values that this browser saw or sent during the fight. */
function checksAgainst(
  seen: Commitment,
  record: FightRecord,
  { side, hashes, changes }: { side: Side | null; hashes: readonly string[]; changes: readonly Change[] },
): Check[] {
  const checks = [compare('witness', record.seedHash, seen.seedHash)];
  const nonce = side ? record.nonces[side] : '';
  // The server stores the nonce only with a move in the first exchange. If it accepted no such move from this browser,
  // there is nothing to compare, because the player might have chosen that move in another browser.
  if (side && seen.nonces.length > 0 && seen.moves.some(({ exchange }) => exchange === 1))
    checks.push(compare('nonce', nonce, seen.nonces.find((sent) => sent === nonce) ?? seen.nonces[0]!));
  if (side && seen.moves.length > 0) {
    const found = changes.find((change) => !isReplacement(record, change));
    checks.push({
      id: 'moves',
      passed: !found,
      recorded: found ? found.recorded : '',
      computed: found ? found.sent : '',
    });
  }
  if (seen.inputsHashes.length > 0) {
    // Ignore the order of the stored hashes, because tabs can store them in any order. Each hash depends on all earlier
    // inputs, so it cannot belong to another position.
    const missing = seen.inputsHashes.find((hash) => !hashes.includes(hash));
    checks.push(compare('seenInputs', missing ?? '', missing === undefined ? '' : (hashes.at(-1) ?? '')));
  }
  return checks;
}

/**
 * Check that a player whose style chose the first move has no nonce. The server accepts a nonce only with a move that a
 * player chose in the first exchange. So only the site can have created such a nonce, and it could have tried nonces
 * until the random numbers suited it.
 */
function absentNonceChecks(record: FightRecord): Check[] {
  const first = firstExchange(record.inputs);
  const absent = (['attacker', 'defender'] as const).filter((side) => first && first[side] === null);
  return absent.length > 0
    ? [compare('absentNonce', absent.map((side) => record.nonces[side]).join(''), '')]
    : [];
}

function compare(id: Check['id'], recorded: string, computed: string): Check {
  return { id, passed: recorded === computed, recorded, computed };
}

/**
 * Verify a finished fight by its rules. The seed must match the hash that was published at the start. Each input must
 * be possible with random numbers from the seed. A player whose style chose the first move must have no nonce. The
 * hash of the inputs and their results, the health values and the winner must match the record. If `seen` is set, the
 * record must also match the values that this browser saw or sent while the fight was open. The nonces and moves in
 * `seen` are those of the player `meId`. Without `seen`, the function cannot detect that the server changed an input
 * together with its hash. The function never throws: an error counts as a failed check.
 */
export function verifyFight(record: FightRecord, seen: Commitment | null, meId: number): Verdict {
  const { steps, hashes, state, isStopped } = replay(record);
  const health = (attackerHP?: number, defenderHP?: number) => `${attackerHP ?? '–'} : ${defenderHP ?? '–'}`;
  const nameOf = (id: number | null | undefined) =>
    [record.attacker, record.defender].find((fighter) => fighter.id === id)?.username ?? '–';
  const side = record.attacker.id === meId ? 'attacker' : record.defender.id === meId ? 'defender' : null;
  const changes = seen && side ? changesOf(record, side, seen.moves) : [];
  const winnerId = state?.status === 'over' ? state.winnerId : null;
  const checks = [
    compare('seed', record.seedHash, hashOf(record.seed)),
    ...(seen ? checksAgainst(seen, record, { side, hashes, changes }) : []),
    ...absentNonceChecks(record),
    {
      id: 'replay' as const,
      passed: !isStopped,
      recorded: formatCount(record.inputs.length, 'action'),
      computed: formatCount(Math.max(0, steps.length - 1), 'action'),
    },
    compare('inputs', record.inputsHash, hashes.at(-1) ?? ''),
    compare(
      'health',
      health(record.attackerHP, record.defenderHP),
      health(state?.attacker.hp, state?.defender.hp),
    ),
    // Compare ids, because two players can have the same name once both accounts are deleted.
    {
      ...compare('winner', nameOf(record.winnerId), nameOf(winnerId)),
      passed: winnerId !== null && record.winnerId === winnerId,
    },
  ];
  const replaced = changes.filter((change) => isReplacement(record, change)).map(({ sent }) => sent);
  return { passed: checks.every(({ passed }) => passed), checks, steps, replaced };
}
