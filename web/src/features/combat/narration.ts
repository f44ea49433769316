import type { LogLine, SideResult } from '@rivalhold/shared/contract/combat.ts';
import { itemById } from '@rivalhold/shared/items/catalogue.ts';
import { COMBAT_TEXTS, MOVE_NAMES, SPOKEN_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import type { Exchange, FightModel } from './fight-model.ts';

/** Kind of a line, for its colour and icon. `given` and `taken` are from the viewer's side. */
export type NarrationTone = 'plain' | 'given' | 'taken' | 'miss' | 'heal' | 'item' | 'won' | 'lost';
export type NarratedLine = {
  seq: number;
  exchange: number;
  tone: NarrationTone;
  critical: boolean;
  amount: number;
  text: string;
};

export type NarrationContext = {
  attackerId: number;
  /** The viewer's id if they are one of the two fighters, else null. */
  meId: number | null;
};

/** Return what the viewer's side, or the attacker for other viewers, did and suffered in an exchange. */
function exchangeTone(
  line: LogLine,
  mine: SideResult,
  theirs: SideResult,
): Pick<NarratedLine, 'tone' | 'amount' | 'critical'> {
  const net = mine.damage - theirs.damage;
  if (net > 0) return { tone: 'given', amount: mine.damage, critical: mine.critical };
  if (net < 0) return { tone: 'taken', amount: theirs.damage, critical: theirs.critical };
  if (mine.healed > 0) return { tone: 'heal', amount: mine.healed, critical: false };
  const tone = line.attacker?.missed || line.defender?.missed ? 'miss' : 'plain';
  return { tone, amount: 0, critical: false };
}

function effectOf(line: LogLine, meId: number | null, isAttacker: boolean) {
  const { attacker, defender } = line;
  if (attacker && defender) {
    return exchangeTone(
      line,
      ...(isAttacker ? ([attacker, defender] as const) : ([defender, attacker] as const)),
    );
  }
  const won = line.by === meId || meId === null;
  const tone: NarrationTone = line.kind === 'over' ? (won ? 'won' : 'lost') : 'plain';
  return { tone, amount: 0, critical: false };
}

/** Narrate a log line for the viewer; a defeat uses the wording of the specification. */
export function narrateLine(line: LogLine, { attackerId, meId }: NarrationContext): NarratedLine {
  const { seq, exchange, text } = line;
  const effect = effectOf(line, meId, meId === null || meId === attackerId);
  return { seq, exchange, ...effect, text: effect.tone === 'lost' ? COMBAT_TEXTS.youWereDefeated : text };
}

/** Return the name of a move, or of the used item. */
export function moveName({ move, itemId }: Pick<SideResult, 'move' | 'itemId'>): string {
  return (itemId === null ? undefined : itemById(itemId)?.name) ?? MOVE_NAMES[move];
}

/** Return an exchange in sentences for screen readers: both moves, the read, what each lost, and the health. */
export function speakExchange({ me, opponent, read }: Exchange, fight: Pick<FightModel, 'opponent'>): string {
  const name = fight.opponent.player.username;
  const { youLose, youLoseCritical, theyLose, theyLoseCritical, ...texts } = SPOKEN_TEXTS;
  const sentences = [texts.moves(moveName(me), name, moveName(opponent))];
  if (read === 'me') sentences.push(COMBAT_TEXTS.readByYou);
  if (read === 'opponent') sentences.push(texts.readByThem(name));
  if (me.healed > 0) sentences.push(texts.youRegain(me.healed));
  if (opponent.healed > 0) sentences.push(texts.theyRegain(name, opponent.healed));
  if (me.missed) sentences.push(texts.youMiss);
  if (opponent.missed) sentences.push(texts.theyMiss(name));
  if (me.damage > 0) sentences.push((me.critical ? theyLoseCritical : theyLose)(name, me.damage));
  if (opponent.damage > 0) sentences.push((opponent.critical ? youLoseCritical : youLose)(opponent.damage));
  sentences.push(texts.health(me.hp, name, opponent.hp));
  return sentences.join(' ');
}
