import type { Fighter, LogLine, Side } from '../contract/combat.ts';
import { statsFor } from '../levels/levels.ts';
import type { FightSetup } from './fight.ts';
import { DAMAGE } from './moves.ts';
import { FIGHT_NUMBERS, furyFactor } from './numbers.ts';
import { commitmentOf, DRAWS, sealedRandom } from './random.ts';
import { applyInput, beginFight, RULES_VERSION } from './rules.ts';
import { TEMPERAMENTS } from './style.ts';

/** A seed with which the fight is short and contains a heal, a Heavy, a miss and a critical hit. */
const SEED = 'e623f8103ed1a2ea17d5b4c71e3cd01cc0b1b0b2f76db1ceee99c321d4a57d3b';
const NONCES = { attacker: 'embers', defender: 'ashes' };

/**
 * A blow in an exchange, with its random numbers. The damage is the rounded product of `factors`. After a miss,
 * `factors` is empty and the damage is 0.
 */
export type ExampleBlow = {
  name: string;
  missed: boolean;
  critical: boolean;
  damage: number;
  draws: readonly number[];
  factors: readonly number[];
};
export type ExampleLine = { line: LogLine; blows: readonly ExampleBlow[] };
export type Example = {
  setup: FightSetup;
  nonces: typeof NONCES;
  seed: string;
  seedHash: string;
  lines: readonly ExampleLine[];
  /** Name of the winner. */
  winner: string;
};

const SIDES = ['attacker', 'defender'] as const;

function newcomer(id: number, username: string, style: Fighter['style']): Fighter {
  const stats = statsFor(1);
  return { id, username, level: 1, ...stats, health: stats.maxHealth, weapon: 0, armor: 0, style };
}

/** Return the blows of an exchange between two fighters of the same level without items. */
function blowsOf(
  line: LogLine,
  setup: FightSetup,
  chance: (exchange: number, draw: number) => number,
): ExampleBlow[] {
  return SIDES.flatMap((side: Side): ExampleBlow[] => {
    const [own, other] = [line[side], line[side === 'attacker' ? 'defender' : 'attacker']];
    if (!own || !other || (own.damage === 0 && !own.missed)) return [];
    const first = DRAWS.blow[side];
    const draws = [0, 1, 2].slice(0, own.missed ? 1 : 3).map((k) => chance(line.exchange, first + k));
    const fury = furyFactor(line.exchange);
    const factors = own.missed
      ? []
      : [
          (DAMAGE[own.move][other.move] / 100) * setup[side].maxHealth,
          1 + FIGHT_NUMBERS.spread * (2 * draws[2]! - 1),
          ...(own.critical ? [FIGHT_NUMBERS.criticalFactor] : []),
          ...(fury > 1 ? [fury] : []),
        ];
    const { missed, critical, damage } = own;
    return [{ name: setup[side].username, missed, critical, damage, draws, factors }];
  });
}

/** Simulate a fight between two newcomers with a fixed seed. The newcomers' styles choose all moves. */
export function exampleFight(seed = SEED): Example {
  const setup: FightSetup = {
    fightId: 7,
    rulesVersion: RULES_VERSION,
    attacker: newcomer(1, 'Brannoch', TEMPERAMENTS.bold),
    defender: newcomer(2, 'Ysolde', TEMPERAMENTS.careful),
  };
  const chance = sealedRandom(seed, setup.fightId, NONCES);
  let state = beginFight(setup);
  const lines: LogLine[] = [...state.log];
  while (state.status === 'active') {
    const step = applyInput(setup, state, { kind: 'exchange', attacker: null, defender: null }, chance);
    state = step.state;
    lines.push(...step.lines);
  }
  const winner = state.winnerId === setup.attacker.id ? setup.attacker : setup.defender;
  return {
    setup,
    nonces: NONCES,
    seed,
    seedHash: commitmentOf(seed),
    lines: lines.map((line) => ({ line, blows: blowsOf(line, setup, chance) })),
    winner: winner.username,
  };
}
