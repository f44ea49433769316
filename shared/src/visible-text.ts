const VISIBLE = /[^\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a text shows anything: neither spaces, nor characters that take no room. */
export const isVisible = (text: string): boolean => VISIBLE.test(text);

/** How long a text is as its reader counts: an emoji is one character, though it takes two code units. */
export const visibleLength = (text: string): number => [...text].length;

/** Most lines that a text of its kind takes on a page. */
export const MAX_LINES = { status: 6, comment: 30, post: 60, message: 200 } as const;

/** A text without line breaks that only take room: at most one empty line in a row, and `most` lines in all. */
export function collapseBlankLines(text: string, most: number): string {
  const lines = text
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(/\n[^\S\n]*\n\s*\n/g, '\n\n')
    .split('\n');
  return lines.length <= most
    ? lines.join('\n')
    : [...lines.slice(0, most - 1), lines.slice(most - 1).join(' ')].join('\n');
}
