import type { LogLine } from '@rivalhold/shared/contract/combat.ts';
import { COMBAT_NARRATION, COMBAT_TEXTS, type Participant } from '@rivalhold/shared/texts/combat.ts';

/** Kind of a line, for its colour and icon. `given` and `taken` are from the viewer's side. */
export type NarrationTone = 'plain' | 'given' | 'taken' | 'miss' | 'heal' | 'item' | 'won' | 'lost';
/** `text` follows the wording of the specification; `brief` says the same in a few words. */
export type NarratedLine = {
  seq: number;
  exchange: number;
  tone: NarrationTone;
  critical: boolean;
  amount: number;
  text: string;
  brief: string;
};

export type NarrationContext = {
  /** Names of the two fighters by their id. */
  names: ReadonlyMap<number, string>;
  /** The viewer's id if they are one of the two fighters, else null. */
  meId: number | null;
  itemName: (itemId: number) => string | undefined;
};

function toneOf(line: LogLine, meId: number | null): NarrationTone {
  switch (line.kind) {
    case 'hit':
      return line.by === meId || meId === null ? 'given' : 'taken';
    case 'item':
      if (line.by === line.to) return line.amount > 0 ? 'heal' : 'item';
      return line.by === meId || meId === null ? 'given' : 'taken';
    case 'over':
      return line.by === meId || meId === null ? 'won' : 'lost';
    case 'miss':
    case 'heal':
      return line.kind;
    case 'begin':
    case 'sync':
      return 'plain';
  }
}

function briefOf(line: LogLine, context: NarrationContext): string {
  const person = (id: number): Participant => ({
    name: context.names.get(id) ?? '',
    you: id === context.meId,
  });
  const [by, to] = [person(line.by), person(line.to)];
  switch (line.kind) {
    case 'begin':
      return COMBAT_NARRATION.begin(by, to);
    case 'hit':
      return line.critical
        ? COMBAT_NARRATION.critical(by, to, line.amount)
        : COMBAT_NARRATION.hit(by, to, line.amount);
    case 'miss':
      return COMBAT_NARRATION.miss(by, to);
    case 'heal':
      return COMBAT_NARRATION.heal(by, line.amount);
    case 'sync':
      return COMBAT_NARRATION.sync(by);
    case 'over':
      return to.you ? COMBAT_TEXTS.youWereDefeated : COMBAT_NARRATION.won(by, to);
    case 'item': {
      const item = (line.itemId !== null && context.itemName(line.itemId)) || COMBAT_NARRATION.unknownItem;
      if (line.by !== line.to) return COMBAT_NARRATION.itemHits(by, to, item, line.amount);
      return line.amount > 0
        ? COMBAT_NARRATION.itemHeals(by, item, line.amount)
        : COMBAT_NARRATION.itemUsed(by, item);
    }
  }
}

/** Narrate a log line for the viewer; a defeat uses the wording of the specification. */
export function narrateLine(line: LogLine, context: NarrationContext): NarratedLine {
  const { seq, exchange, critical, amount } = line;
  const tone = toneOf(line, context.meId);
  const brief = briefOf(line, context);
  return { seq, exchange, tone, critical, amount, text: tone === 'lost' ? brief : line.text, brief };
}
