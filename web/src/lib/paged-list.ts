import type { InfiniteData } from '@tanstack/react-query';

type Identified = { id: number };
type Page<T> = { items: T[]; nextCursor: string | null };
/** A cached paginated list, newest first. */
export type PagedList<T> = InfiniteData<Page<T>>;

/** Return all loaded items without duplicates. */
export function flattenPages<T extends Identified>(list: PagedList<T>): T[] {
  const seen = new Map<number, T>();
  for (const { items } of list.pages)
    for (const item of items) if (!seen.has(item.id)) seen.set(item.id, item);
  return [...seen.values()];
}

/** Return the list with a change applied to each page. */
export const mapPages = <T>(list: PagedList<T>, change: (items: T[]) => T[]): PagedList<T> => ({
  ...list,
  pages: list.pages.map((page) => ({ ...page, items: change(page.items) })),
});

/** Return the list with an item added at the front, or updated in place if it exists. */
export function withItem<T extends Identified>(list: PagedList<T>, item: T): PagedList<T> {
  const has = list.pages.some(({ items }) => items.some(({ id }) => id === item.id));
  if (has) return withUpdatedItem(list, item.id, () => item);
  const [first, ...rest] = list.pages;
  if (!first) return list;
  return { ...list, pages: [{ ...first, items: [item, ...first.items] }, ...rest] };
}

/** Return the list without an item, or the same list if the item is missing. */
export const withoutItem = <T extends Identified>(list: PagedList<T>, id: number): PagedList<T> =>
  list.pages.some(({ items }) => items.some((item) => item.id === id))
    ? mapPages(list, (items) => items.filter((item) => item.id !== id))
    : list;

/** Return the list with an item changed, or the same list if the item is missing. */
export const withUpdatedItem = <T extends Identified>(
  list: PagedList<T>,
  id: number,
  change: (item: T) => T,
): PagedList<T> =>
  list.pages.some(({ items }) => items.some((item) => item.id === id))
    ? mapPages(list, (items) => items.map((item) => (item.id === id ? change(item) : item)))
    : list;

/**
 * Merge a fresh first page into the list: add new items, update known items, and remove deleted items within
 * the page's range. Items that are newer than the fresh page stay, because they arrived during its request. Returns
 * null if there might be a gap between the fresh page and the list.
 */
export function withFirstPage<T extends Identified>(list: PagedList<T>, fresh: Page<T>): PagedList<T> | null {
  const known = flattenPages(list);
  const freshIds = new Set(fresh.items.map(({ id }) => id));
  const newest = Math.max(0, ...freshIds);
  const newer = known.filter(({ id }) => id > newest);
  const lastKnownIndex = known.findLastIndex(({ id }) => freshIds.has(id));
  if (lastKnownIndex < 0 && fresh.nextCursor !== null) return null;
  const read = fresh.nextCursor === null ? known : known.slice(0, lastKnownIndex + 1);
  const replacedIds = new Set([...newer, ...read].map(({ id }) => id));
  const [first, ...rest] = mapPages(list, (items) => items.filter(({ id }) => !replacedIds.has(id))).pages;
  if (!first) return null;
  return { ...list, pages: [{ ...first, items: [...newer, ...fresh.items, ...first.items] }, ...rest] };
}
