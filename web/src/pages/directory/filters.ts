import { LIMITS } from '@rivalhold/shared/limits.ts';
import { DIRECTORY_TEXTS } from '@rivalhold/shared/texts/directory.ts';

/** Filters of Find Players; empty filters are omitted. */
export type Filters = { search?: string; minLevel?: number };
/** The query of the page's address, with a minimum level as it was entered: text if it is not a number. */
export type DirectorySearch = { search?: string; minLevel?: number | string };

/** The highest level to filter by, and the most that is kept of a level that is not a number. */
const LEVEL_MAX = 1_000;
const LEVEL_TEXT_MAX = 20;

/** Read the query of an address, or the fields. A minimum level of 1 filters nothing and is omitted. */
export function readDirectorySearch(query: { search?: unknown; minLevel?: unknown }): DirectorySearch {
  const search = String(query.search ?? '')
    .trim()
    .slice(0, LIMITS.searchMax);
  const text = String(query.minLevel ?? '').trim();
  const number = Number(text);
  const minLevel = text !== '' && Number.isFinite(number) ? number : text.slice(0, LEVEL_TEXT_MAX);
  return { ...(search && { search }), ...(minLevel !== '' && minLevel !== 1 && { minLevel }) };
}

/** Return why a minimum level cannot be applied; null if it can, or if there is none. */
export function minLevelError({ minLevel }: Pick<DirectorySearch, 'minLevel'>): string | null {
  if (minLevel === undefined) return null;
  if (typeof minLevel === 'string' || !Number.isInteger(minLevel)) return DIRECTORY_TEXTS.minLevelWhole;
  if (minLevel < 1) return DIRECTORY_TEXTS.minLevelError;
  return minLevel > LEVEL_MAX ? DIRECTORY_TEXTS.minLevelTooHigh(LEVEL_MAX) : null;
}

/** Return the filters to apply. Omits a minimum level with an error, which the page shows. */
export function readFilters(query: { search?: unknown; minLevel?: unknown }): Filters {
  const { search, minLevel } = readDirectorySearch(query);
  return {
    ...(search && { search }),
    ...(typeof minLevel === 'number' && minLevelError({ minLevel }) === null && { minLevel }),
  };
}
