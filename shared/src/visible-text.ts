const VISIBLE = /[^\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Report whether the text has any visible character. */
export const isVisible = (text: string): boolean => VISIBLE.test(text);

/** Return text without surrounding whitespace. Text without visible characters counts as empty. */
export const trimText = (text: string | null | undefined): string =>
  text && isVisible(text) ? text.trim() : '';

/** Return the length of the text in code points: a simple emoji counts as one, although it takes two code units. */
export const visibleLength = (text: string): number => [...text].length;

/** Maximum number of lines that a text can have, by kind of text. */
export const MAX_LINES = { status: 6, comment: 30, post: 60, message: 200 } as const;

/**
 * Limit line breaks: keep at most one empty line in a row, and `most` lines in total. Append further lines to the last
 * line.
 */
export function collapseBlankLines(text: string, most: number): string {
  const lines = text
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(/\n[^\S\n]*\n\s*\n/g, '\n\n')
    .split('\n');
  return lines.length <= most
    ? lines.join('\n')
    : [...lines.slice(0, most - 1), lines.slice(most - 1).join(' ')].join('\n');
}
