/** Letters by which an index of `trigrams` goes. */
const TRIGRAM = 3;
/** Sorts after every text that begins with what stands before it. */
const LAST = '\u{10ffff}';

/** Whether a text is too short for an index of its three-letter parts: it is looked for at the beginning of others. */
export const isShort = (text: string): boolean => [...text].length < TRIGRAM;

/** SQL: whether a text, of the collation "C", begins with another; an index over it finds those that do. */
export const begins = (text: string, beginning: string): string =>
  `(${text} >= ${beginning} and ${text} < ${beginning} || '${LAST}')`;

/** SQL: whether a text has all three-letter parts of another, and so may hold it; a GIN index over them finds those. */
export const mayHold = (text: string, part: string): string => `trigrams(${text}) @> trigrams(${part})`;
