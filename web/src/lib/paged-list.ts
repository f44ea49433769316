import type { InfiniteData } from '@tanstack/react-query';

type Identified = { id: number };
type Page<T> = { items: T[]; nextCursor: string | null };
/** A list that pages, as it is cached: newest first. */
export type PagedList<T> = InfiniteData<Page<T>>;

/** Everything that is loaded, each once. */
export function flattenPages<T extends Identified>(list: PagedList<T>): T[] {
  const seen = new Map<number, T>();
  for (const { items } of list.pages)
    for (const item of items) if (!seen.has(item.id)) seen.set(item.id, item);
  return [...seen.values()];
}

/** The list with something done to the items of each of its pages. */
export const mapPages = <T>(list: PagedList<T>, change: (items: T[]) => T[]): PagedList<T> => ({
  ...list,
  pages: list.pages.map((page) => ({ ...page, items: change(page.items) })),
});

/** The list with one at its front; one that it has already is only made what it is now. */
export function withItem<T extends Identified>(list: PagedList<T>, item: T): PagedList<T> {
  const has = list.pages.some(({ items }) => items.some(({ id }) => id === item.id));
  if (has) return withUpdatedItem(list, item.id, () => item);
  const [first, ...rest] = list.pages;
  if (!first) return list;
  return { ...list, pages: [{ ...first, items: [item, ...first.items] }, ...rest] };
}

/** The list without one of its items; the same list where it is not in it. */
export const withoutItem = <T extends Identified>(list: PagedList<T>, id: number): PagedList<T> =>
  list.pages.some(({ items }) => items.some((item) => item.id === id))
    ? mapPages(list, (items) => items.filter((item) => item.id !== id))
    : list;

/** The list with one of its items changed; the same list where it is not in it. */
export const withUpdatedItem = <T extends Identified>(
  list: PagedList<T>,
  id: number,
  change: (item: T) => T,
): PagedList<T> =>
  list.pages.some(({ items }) => items.some((item) => item.id === id))
    ? mapPages(list, (items) => items.map((item) => (item.id === id ? change(item) : item)))
    : list;

/**
 * The list with what was just read from its beginning: new ones in front, known ones as they are now, and without those
 * that are gone from the part that was read. What is newer came while it was read. Null where the two do not meet,
 * since something between them is not known.
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
