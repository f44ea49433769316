/**
 * Format a list within a sentence: 'Iron Axe, Ringsmith Mail and 2 others'. The function does not use Intl, because
 * creating the first Intl formatter is slow on a phone.
 */
export const formatList = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

/** Format a list of labels or values that stand alone: '+2 attack, +3 defense'. */
export const formatLabels = (labels: readonly string[]): string => labels.join(', ');
