import type { LogLine, SideResult } from '@rivalhold/shared/contract/combat.ts';
import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';

/** Tone of a line, for its color and icon. `given` and `taken` describe damage from the viewer's side. */
export type NarrationTone = 'plain' | 'given' | 'taken' | 'miss' | 'heal' | 'item' | 'won' | 'lost';
export type NarratedLine = {
  seq: number;
  exchange: number;
  tone: NarrationTone;
  critical: boolean;
  /** `amount` is the damage or healing that the tone describes. `other` is the damage in the other direction. */
  amount: number;
  other: number;
  text: string;
};

export type NarrationContext = {
  attackerId: number;
  /** The viewer's id if they are one of the two fighters, else null. */
  meId: number | null;
};

/**
 * Return what the viewer's side did and suffered in an exchange. For viewers who do not take part, use the attacker's
 * side.
 */
function exchangeTone(
  line: LogLine,
  mine: SideResult,
  theirs: SideResult,
): Pick<NarratedLine, 'tone' | 'amount' | 'other' | 'critical'> {
  const [dealt, taken] = [mine.damage, theirs.damage];
  if (taken > dealt) return { tone: 'taken', amount: taken, other: dealt, critical: theirs.critical };
  if (dealt > 0) return { tone: 'given', amount: dealt, other: taken, critical: mine.critical };
  if (mine.healed > 0) return { tone: 'heal', amount: mine.healed, other: 0, critical: false };
  const tone = line.attacker?.missed || line.defender?.missed ? 'miss' : 'plain';
  return { tone, amount: 0, other: 0, critical: false };
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
  return { tone, amount: 0, other: 0, critical: false };
}

/** Narrate a log line for the viewer. A defeat starts with the wording of the specification. */
export function narrateLine(line: LogLine, { attackerId, meId }: NarrationContext): NarratedLine {
  const { seq, exchange, text } = line;
  const effect = effectOf(line, meId, meId === null || meId === attackerId);
  return {
    seq,
    exchange,
    ...effect,
    text: effect.tone === 'lost' ? `${COMBAT_TEXTS.youWereDefeated} ${text}` : text,
  };
}
