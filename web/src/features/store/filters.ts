/** What of the store is shown, as it stands in the address; a filter that is off is left out. */
export type StoreFilters = { level?: true; coins?: true };

const isOn = (value: unknown): boolean => value === true || value === 'true';

/** Filters from the query of an address. What is no filter is left out. */
export const readStoreFilters = (query: { level?: unknown; coins?: unknown }): StoreFilters => ({
  ...(isOn(query.level) && { level: true as const }),
  ...(isOn(query.coins) && { coins: true as const }),
});
