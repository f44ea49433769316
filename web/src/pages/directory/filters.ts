import { LIMITS } from '@rivalhold/shared/limits.ts';

/** Filters of Find Players. Empty filters are left out. */
export type Filters = { search?: string; minLevel?: number };
/** The query of the page's URL. The minimum level is stored as it was entered: as text if it is not a number. */
export type DirectorySearch = { search?: string; minLevel?: number | string };

/** The highest level to filter by, and the maximum length of a level that is not a number. */
export const LEVEL_MAX = 1_000;
const LEVEL_TEXT_MAX = 20;

/** Read the filters from a URL query or from the fields. A minimum level of 1 filters nothing and is left out. */
export function readDirectorySearch(query: { search?: unknown; minLevel?: unknown }): DirectorySearch {
  const search = String(query.search ?? '')
    .trim()
    .slice(0, LIMITS.searchMax);
  const text = String(query.minLevel ?? '').trim();
  const number = Number(text);
  const minLevel = text !== '' && Number.isFinite(number) ? number : text.slice(0, LEVEL_TEXT_MAX);
  return { ...(search && { search }), ...(minLevel !== '' && minLevel !== 1 && { minLevel }) };
}

/** Return why a minimum level cannot be applied, or null if it can be applied or is not set. */
export function minLevelError({
  minLevel,
}: Pick<DirectorySearch, 'minLevel'>): 'notWhole' | 'tooLow' | 'tooHigh' | null {
  if (minLevel === undefined) return null;
  if (typeof minLevel === 'string' || !Number.isInteger(minLevel)) return 'notWhole';
  if (minLevel < 1) return 'tooLow';
  return minLevel > LEVEL_MAX ? 'tooHigh' : null;
}

/** Return the filters to apply. An invalid minimum level is left out, and the page shows its error. */
export function readFilters(query: { search?: unknown; minLevel?: unknown }): Filters {
  const { search, minLevel } = readDirectorySearch(query);
  return {
    ...(search && { search }),
    ...(typeof minLevel === 'number' && minLevelError({ minLevel }) === null && { minLevel }),
  };
}
