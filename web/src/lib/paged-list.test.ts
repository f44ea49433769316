import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  flattenPages,
  type PagedList,
  withFirstPage,
  withItem,
  withoutItem,
  withUpdatedItem,
} from './paged-list.ts';

type Item = { id: number; words: string };
const item = (id: number, words = 'old'): Item => ({ id, words });
const list = (...pages: number[][]): PagedList<Item> => ({
  pages: pages.map((ids, at) => ({
    items: ids.map((id) => item(id)),
    nextCursor: at === pages.length - 1 ? null : String(at),
  })),
  pageParams: pages.map((_, at) => (at === 0 ? null : String(at - 1))),
});
const ids = (pages: PagedList<Item> | null) => pages && flattenPages(pages).map(({ id }) => id);

it('adds a new item at the front, once', () => {
  const once = withItem(list([3, 2], [1]), item(4));
  expect(ids(once)).toEqual([4, 3, 2, 1]);
  expect(ids(withItem(once, item(4, 'again')))).toEqual([4, 3, 2, 1]);
  expect(flattenPages(withItem(once, item(1, 'again'))).at(-1)?.words).toBe('again');
});

it('removes and updates an item', () => {
  const pages = list([3, 2], [1]);
  expect(ids(withoutItem(pages, 2))).toEqual([3, 1]);
  expect(withoutItem(pages, 9)).toBe(pages);
  expect(flattenPages(withUpdatedItem(pages, 2, (item) => ({ ...item, words: 'new' })))[1]?.words).toBe(
    'new',
  );
  expect(withUpdatedItem(pages, 9, (item) => item)).toBe(pages);
});

it('updates the list to match a new first page, and keeps the items after that page', () => {
  const pages = list([9, 8, 7], [6, 5, 4]);
  const fresh = {
    items: [item(11, 'new'), item(9, 'new'), item(7, 'new'), item(6, 'new')],
    nextCursor: 'more',
  };
  const now = withFirstPage(pages, fresh);
  expect(ids(now)).toEqual([11, 9, 7, 6, 5, 4]);
  expect(now && flattenPages(now).map(({ words }) => words)).toEqual([
    'new',
    'new',
    'new',
    'new',
    'old',
    'old',
  ]);
  expect(now?.pages.length).toBe(2);
});

it('returns null if items after the new first page might be missing', () => {
  expect(withFirstPage(list([3, 2, 1]), { items: [item(9), item(8)], nextCursor: 'more' })).toBeNull();
  expect(ids(withFirstPage(list([3, 2, 1]), { items: [item(9)], nextCursor: null }))).toEqual([9]);
  expect(withFirstPage(list([]), { items: [item(9)], nextCursor: 'more' })).toBeNull();
});

it("matches the server's first page after any changes", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(40), { maxLength: 20 }),
      fc.uniqueArray(fc.nat(40)),
      fc.nat(8),
      (were, are, more) => {
        const descending = (all: number[]) => all.sort((a, b) => b - a);
        const cached = descending([...were]);
        const current = descending([...are]);
        const read = current.slice(0, more + 1);
        const fresh = {
          items: read.map((id) => item(id, 'new')),
          nextCursor: read.length < current.length ? 'more' : null,
        };
        const now = ids(withFirstPage(list(cached), fresh));
        if (now === null) return;
        const newest = Math.max(0, ...read);
        expect(now.filter((id) => id <= newest).slice(0, read.length)).toEqual(read);
        expect(new Set(now).size).toBe(now.length);
      },
    ),
  );
});
