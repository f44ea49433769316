import { SEARCH_MAX } from '@rivalhold/shared/search.ts';

/** The filters that a player turns on or off. */
export const TOGGLES = ['near', 'online', 'friends'] as const;
export type Toggle = (typeof TOGGLES)[number];
export type Toggles = { [T in Toggle]?: true };

/** Filters of Find Players. Empty filters are left out. */
export type Filters = Toggles & { search?: string; minLevel?: number };
/** The query of the page's URL. A minimum level that is not a number is kept as text, so that its field shows it. */
export type DirectorySearch = Toggles & { search?: string; minLevel?: number | string };

type UrlQuery = { search?: unknown; minLevel?: unknown } & { [T in Toggle]?: unknown };

/** The largest number that the filter for the minimum level accepts. */
export const LEVEL_MAX = 1_000;
/** If the minimum level is not a number, only this many characters of its text are kept. */
const LEVEL_TEXT_MAX = 20;

const isOn = (value: unknown): boolean => value === true || value === 'true';

/** Read the filters from a URL query or from the fields. A minimum level of 1 filters nothing and is left out. */
export function readDirectorySearch(query: UrlQuery): DirectorySearch {
  const search = String(query.search ?? '')
    .trim()
    .slice(0, SEARCH_MAX);
  const text = String(query.minLevel ?? '').trim();
  const number = Number(text);
  const minLevel = text !== '' && Number.isFinite(number) ? number : text.slice(0, LEVEL_TEXT_MAX);
  return {
    ...(search && { search }),
    ...(minLevel !== '' && minLevel !== 1 && { minLevel }),
    ...Object.fromEntries(TOGGLES.filter((name) => isOn(query[name])).map((name) => [name, true as const])),
  };
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

/** Return the filters to apply. An invalid minimum level is left out; the page shows its error. */
export function readFilters(query: UrlQuery): Filters {
  const { minLevel, ...filters } = readDirectorySearch(query);
  return {
    ...filters,
    ...(typeof minLevel === 'number' && minLevelError({ minLevel }) === null && { minLevel }),
  };
}

/**
 * Report whether the players nearest to the viewer's level come first. A search by name shows the newest players first,
 * unless the filter for online players or the filter for friends is on.
 */
export const isByLevel = ({ search, online, friends }: Filters): boolean => !search || !!online || !!friends;
