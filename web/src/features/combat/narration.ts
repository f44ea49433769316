import type { LogLine, SideResult } from '@rivalhold/shared/contract/combat.ts';
import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';

/** Tone of a line, for its color and icon. `given` and `taken` describe damage from the viewer's side. */
export type NarrationTone = 'plain' | 'given' | 'taken' | 'miss' | 'heal' | 'item' | 'won' | 'lost';
/** A change of a fighter's health in an exchange. The fighter first regains `healed` and then loses `lost`. */
export type HealthChange = {
  healed: number;
  lost: number;
  /** True if the lost health is from a critical hit. */
  critical: boolean;
};
export type NarratedLine = {
  seq: number;
  exchange: number;
  tone: NarrationTone;
  /**
   * The changes of the fighters' health, in the order of the arena: the viewer (for spectators, the attacker) first.
   * Null if nobody's health changes.
   */
  changes: readonly [HealthChange, HealthChange] | null;
  text: string;
};

export type NarrationContext = {
  attackerId: number;
  /** The viewer's id if they are one of the two fighters, else null. */
  meId: number | null;
};

const changeOf = (own: SideResult, other: SideResult): HealthChange => ({
  healed: own.healed,
  lost: other.damage,
  critical: other.critical,
});

/**
 * Return what an exchange changed for the viewer and the opponent. For viewers who do not take part, `mine` is the
 * attacker's side.
 */
function exchangeEffect(mine: SideResult, theirs: SideResult): Pick<NarratedLine, 'tone' | 'changes'> {
  const [dealt, taken] = [mine.damage, theirs.damage];
  const hasChanges = dealt > 0 || taken > 0 || mine.healed > 0 || theirs.healed > 0;
  const changes = hasChanges ? ([changeOf(mine, theirs), changeOf(theirs, mine)] as const) : null;
  if (taken > dealt) return { tone: 'taken', changes };
  if (dealt > 0) return { tone: 'given', changes };
  if (mine.healed > 0) return { tone: 'heal', changes };
  return { tone: mine.missed || theirs.missed ? 'miss' : 'plain', changes };
}

function effectOf(line: LogLine, meId: number | null, isAttacker: boolean) {
  const { attacker, defender } = line;
  if (attacker && defender)
    return isAttacker ? exchangeEffect(attacker, defender) : exchangeEffect(defender, attacker);
  const won = line.by === meId || meId === null;
  const tone: NarrationTone = line.kind === 'over' ? (won ? 'won' : 'lost') : 'plain';
  return { tone, changes: null };
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
