import { LIMITS } from '@rivalhold/shared/limits.ts';

/** Filters of Find Players; empty filters are omitted. */
export type Filters = { search?: string; minLevel?: number };

/** The highest level to filter by. */
const LEVEL_MAX = 1_000;

/** Read filters from the query of an address or from the fields. Invalid filters are omitted. */
export function readFilters(query: { search?: unknown; minLevel?: unknown }): Filters {
  const search = String(query.search ?? '')
    .trim()
    .slice(0, LIMITS.searchMax);
  const minLevel = Math.min(LEVEL_MAX, Math.floor(Number(query.minLevel ?? 1)));
  return { ...(search && { search }), ...(minLevel > 1 && { minLevel }) };
}
