import { describe, expect, it } from 'vitest';
import { type Filters, isByLevel, minLevelError, readDirectorySearch, readFilters } from './filters.ts';

describe('the filter of Find Players', () => {
  it.each([
    [{}, {}],
    [
      { search: ' Ysol ', minLevel: 3 },
      { search: 'Ysol', minLevel: 3 },
    ],
    [{ search: '', minLevel: 1 }, {}],
    [
      { search: 777, minLevel: '12' },
      { search: '777', minLevel: 12 },
    ],
    [{ minLevel: 0 }, {}],
    [{ minLevel: -4 }, {}],
    [{ minLevel: 2.9 }, {}],
    [{ minLevel: '' }, {}],
    [{ minLevel: 'many' }, {}],
    [{ minLevel: 5_000 }, {}],
    [{ minLevel: 1_000 }, { minLevel: 1_000 }],
    [
      { near: true, online: 'true', friends: false, search: 'Ysol' },
      { near: true, online: true, search: 'Ysol' },
    ],
    [{ search: 'x'.repeat(80), other: 1 }, { search: 'x'.repeat(60) }],
  ])('is read from the query %j as %j', (query, filters) => {
    expect(readFilters(query)).toEqual(filters);
  });

  it.each([
    ['', null],
    ['1', null],
    [' 07 ', null],
    ['1000', null],
    ['0', 'tooLow'],
    ['-3', 'tooLow'],
    ['1.5', 'notWhole'],
    ['-0.5', 'notWhole'],
    ['many', 'notWhole'],
    ['1e999', 'notWhole'],
    ['1001', 'tooHigh'],
  ])('validates the minimum level %j with the result %s', (minLevel, error) => {
    expect(minLevelError(readDirectorySearch({ minLevel }))).toBe(error);
  });

  it('sorts players by level, except in a search of all players by name', () => {
    const lists: Filters[] = [{}, { near: true }, { search: 'a', online: true }, { search: 'a', near: true }];
    expect(lists.map(isByLevel)).toEqual([true, true, true, false]);
  });
});
