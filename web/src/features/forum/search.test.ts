import { expect, it } from 'vitest';
import { filtersOf, readForumSearch } from './search.ts';

it.each([
  [{}, {}],
  [
    { search: '  sword ', category: '3', sort: 'newest', thread: '7', page: '2', post: 9 },
    { search: 'sword', category: 3, sort: 'newest', thread: 7, page: 2, post: 9 },
  ],
  [{ search: 2026 }, { search: '2026' }],
  [{ search: 'x'.repeat(200) }, { search: 'x'.repeat(60) }],
  [{ search: { a: 1 }, category: -1, sort: 'updated', thread: '1.5', page: 1, post: 1 }, {}],
  [{ sort: 'toString', thread: 0, category: '1e3' }, {}],
  [
    { thread: 3, page: 1 },
    { thread: 3, page: 1 },
  ],
  [{ thread: 3, page: 99_999_999, post: '' }, { thread: 3 }],
  [{ page: 2, post: 5 }, {}],
])('converts the query %j to the forum location %j', (query, location) => {
  expect(readForumSearch(query)).toEqual(location);
});

it('keeps only the filters when the reader returns from a thread to the list', () => {
  const filters = { search: 'a', category: 1, sort: 'mostPosts' } as const;
  expect(filtersOf({ ...filters, thread: 3, page: 2, post: 1 })).toEqual(filters);
  expect(filtersOf({ thread: 3 })).toEqual({});
});
