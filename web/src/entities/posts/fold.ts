/** Length (characters) and number of lines above which a text is folded. */
type FoldLimits = { length: number; lines: number };

/** Report whether a text is above one of the limits. */
export const isOverFoldLimit = (text: string, limits: FoldLimits): boolean =>
  text.length > limits.length || text.split('\n').length > limits.lines;
