import { LIMITS } from '@rivalhold/shared/limits.ts';

/** What Find Players looks for; a filter that says nothing is left out. */
export type Filters = { search?: string; minLevel?: number };

/** The highest level that can be asked for. */
const LEVEL_MAX = 1_000;

/** Filters from the query of an address, or from what stands in the fields. What is no filter is left out. */
export function readFilters(query: { search?: unknown; minLevel?: unknown }): Filters {
  const search = String(query.search ?? '')
    .trim()
    .slice(0, LIMITS.searchMax);
  const minLevel = Math.min(LEVEL_MAX, Math.floor(Number(query.minLevel ?? 1)));
  return { ...(search && { search }), ...(minLevel > 1 && { minLevel }) };
}
