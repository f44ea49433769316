import type { Style, StyleLine } from '@rivalhold/shared/contract/combat.ts';
import { oddsSum, STYLE_MOVES, type StyleMove } from '@rivalhold/shared/fights/style.ts';

/** Names of the numeric conditions of a line. */
export type NumberCondition = 'health' | 'theirHealth' | 'focus' | 'theirFocus';
const CONDITIONS: readonly NumberCondition[] = ['health', 'theirHealth', 'focus', 'theirFocus'];

/**
 * A line in the editor. Numbers are stored as the text that was typed; a condition is '' if it is not set. `key` does
 * not change when lines move.
 */
export type DraftLine = Record<NumberCondition, string> & {
  key: number;
  canHeal: boolean;
  odds: Record<StyleMove, string>;
};

let lastKey = 0;

/** Return the lines of a style for the editor. */
export const toDraft = (style: Style): DraftLine[] =>
  style.map(({ canHeal, odds, ...conditions }) => {
    const text = (value: number | null) => (value === null ? '' : String(value));
    const of = (name: NumberCondition) => text(conditions[name]);
    return {
      key: ++lastKey,
      canHeal,
      health: of('health'),
      theirHealth: of('theirHealth'),
      focus: of('focus'),
      theirFocus: of('theirFocus'),
      odds: mapMoves((move) => (odds[move] === 0 ? '' : String(odds[move]))),
    };
  });

const mapMoves = <T>(value: (move: StyleMove) => T) =>
  Object.fromEntries(STYLE_MOVES.map((move) => [move, value(move)])) as Record<StyleMove, T>;

/**
 * Convert a draft to a style, which can be invalid. An empty percentage becomes 0. Conditions of the last line are
 * dropped.
 */
export const toStyle = (lines: readonly DraftLine[]): Style =>
  lines.map((line, index): StyleLine => {
    const isLast = index === lines.length - 1;
    const numbers = CONDITIONS.map((name) => [
      name,
      isLast || line[name].trim() === '' ? null : Number(line[name]),
    ]);
    return {
      ...(Object.fromEntries(numbers) as Record<NumberCondition, number | null>),
      canHeal: line.canHeal && !isLast,
      odds: mapMoves((move) => Number(line.odds[move])),
    };
  });

/** Return the sum of a line's percentages, or NaN if any percentage is not a number. */
export const draftSum = (line: DraftLine): number =>
  oddsSum({ odds: mapMoves((move) => Number(line.odds[move])) });

export type DraftAction =
  | { type: 'set'; lines: readonly DraftLine[] }
  | { type: 'change'; key: number; changes: Partial<Omit<DraftLine, 'key'>> }
  | { type: 'add' }
  | { type: 'remove'; key: number }
  /** Move a line by one position. The last line stays last. */
  | { type: 'move'; key: number; by: -1 | 1 };

/** Return a new line that applies at 50% health or less and has the percentages of the last line. */
function newLine(last: DraftLine): DraftLine {
  const none = { canHeal: false, theirHealth: '', focus: '', theirFocus: '' };
  return { key: ++lastKey, ...none, health: '50', odds: { ...last.odds } };
}

function moved(lines: readonly DraftLine[], key: number, by: -1 | 1): readonly DraftLine[] {
  const from = lines.findIndex((line) => line.key === key);
  const to = from + by;
  const last = lines.length - 1;
  if (from < 0 || from === last || to < 0 || to >= last) return lines;
  return lines.toSpliced(from, 1).toSpliced(to, 0, lines[from]!);
}

/** Return the lines after an action. */
export function draftReducer(lines: readonly DraftLine[], action: DraftAction): readonly DraftLine[] {
  switch (action.type) {
    case 'set':
      return action.lines;
    case 'change':
      return lines.map((line) => (line.key === action.key ? { ...line, ...action.changes } : line));
    case 'add':
      return lines.toSpliced(-1, 0, newLine(lines.at(-1)!));
    case 'remove':
      return lines.at(-1)?.key === action.key ? lines : lines.filter(({ key }) => key !== action.key);
    case 'move':
      return moved(lines, action.key, action.by);
  }
}
