/** The filters of the store, as they are in the URL. A filter that is off is left out. */
export type StoreFilters = { level?: true; coins?: true };

const isOn = (value: unknown): boolean => value === true || value === 'true';

/** Read the filters from a URL query. A filter is off if its value is not `true`. */
export const readStoreFilters = (query: { level?: unknown; coins?: unknown }): StoreFilters => ({
  ...(isOn(query.level) && { level: true as const }),
  ...(isOn(query.coins) && { coins: true as const }),
});
