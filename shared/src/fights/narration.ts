import type { ForfeitReason, LogLine, Move, Side, SideResult } from '../contract/combat.ts';
import { itemById } from '../items/catalogue.ts';
import { type FightSetup, otherSide } from './fight.ts';

type UnnarratedLine = Omit<LogLine, 'text'>;
type PhraseTemplate = (by: string, to: string) => string;

const BEGIN: readonly PhraseTemplate[] = [
  (by, to) => `The forge burns low and the yard falls silent: ${by} calls out ${to}.`,
  (by, to) => `Torches are set in a ring. ${by} steps into it, and ${to} does not look away.`,
  (by, to) => `${by} strikes the anvil once, so that all the hold hears it: ${to} is challenged.`,
  (by, to) => `Sparks drift over the wall as ${by} walks up to ${to}, steel already drawn.`,
  (by, to) => `Somewhere a gate is barred. Inside, ${by} and ${to} circle each other in the red light.`,
];

const OVER: readonly PhraseTemplate[] = [
  (by, to) => `It is done. ${by} has beaten ${to}, and the hold roars.`,
  (by, to) => `${by} lowers the blade. Victory over ${to}, and the forge is fed again.`,
  (by, to) => `Fists beat on shields: ${by} has won, and ${to} is helped to the fireside.`,
  (by, to) => `The ring breaks up. Tonight they drink to ${by}; ${to} will want to forget it.`,
];

const FORFEITS: Readonly<Record<ForfeitReason, readonly PhraseTemplate[]>> = {
  conceded: [(by, to) => `${to} lays down the blade. The fight goes to ${by}.`],
  abandoned: [(by, to) => `The torches have burnt out. ${to} never came back, so the fight goes to ${by}.`],
  ended: [(by, to) => `${to} has left the ring for good. The fight goes to ${by}.`],
};

/**
 * Ways to describe each move of an exchange. Each phrase must be a complete sentence even if no result follows. It must
 * not contain 'and', because `resultOf` can append a result with 'and'.
 */
const CLAUSES: Readonly<Record<Exclude<Move, 'item'>, readonly ((by: string) => string)[]>> = {
  strike: [
    (by) => `${by} drives straight in`,
    (by) => `${by} strikes high`,
    (by) => `${by} cuts from the shoulder`,
    (by) => `${by} swings at once`,
  ],
  guard: [
    (by) => `${by} raises the shield`,
    (by) => `${by} waits behind steel`,
    (by) => `${by} plants both feet behind the shield`,
  ],
  feint: [
    (by) => `${by} feints low`,
    (by) => `${by} fakes a high cut`,
    (by) => `${by} slips the blade past with a feint`,
  ],
  heavy: [
    (by) => `${by} puts everything into a heavy blow`,
    (by) => `${by} brings the blade down like a hammer`,
  ],
  heal: [
    (by) => `${by} binds the worst wound`,
    (by) => `${by} draws a slow breath by the fire`,
    (by) => `${by} shakes off the pain`,
  ],
};

function resultOf({ missed, critical, damage, healed, move }: SideResult): string {
  const isCounter = move === 'guard';
  if (missed) return isCounter ? ', but the counter misses' : ' and misses';
  if (damage > 0 && critical) return ` and lands a critical ${isCounter ? 'counter' : 'hit'} for ${damage}`;
  if (damage > 0) return ` and hits ${isCounter ? 'back ' : ''}for ${damage}`;
  return healed > 0 ? ` and regains ${healed} health` : '';
}

function clause(result: SideResult, name: string, pick: number): string {
  if (result.move === 'item') {
    const item = result.itemId === null ? undefined : itemById(result.itemId);
    return `${name} uses the ${item?.name ?? 'last of the pack'}${resultOf(result)}`;
  }
  const clauses = CLAUSES[result.move];
  return `${clauses[pick % clauses.length]!(name)}${resultOf(result)}`;
}

/**
 * Return a log line as text. The choice of phrases depends only on the fight, the exchange and the line's number, so
 * everyone reads the same text.
 */
export function narrate(line: UnnarratedLine, setup: FightSetup): string {
  const side: Side = line.by === setup.attacker.id ? 'attacker' : 'defender';
  const [by, to] = [setup[side].username, setup[otherSide(side)].username];
  const pick = setup.fightId + line.seq + line.exchange;
  if (line.attacker && line.defender) {
    const [one, two] = [clause(line.attacker, by, pick), clause(line.defender, to, pick + 1)];
    return `${one}; ${two}.`;
  }
  if (line.kind === 'sync') {
    const hp = side === 'attacker' ? line.attackerHP : line.defenderHP;
    return `Word from beyond the ring: ${by} now has ${hp} health.`;
  }
  const phrases = line.kind === 'begin' ? BEGIN : line.reason ? FORFEITS[line.reason] : OVER;
  return phrases[pick % phrases.length]!(by, to);
}
