import { expect, it } from 'vitest';
import { draftChanges, EMPTY_DRAFT, validateCategoryDraft } from './categories.ts';
import { diffStats, parseCoins } from './stats.ts';

const category = { id: 1, slug: 'hall', title: 'The <b>hall</b>', description: '', threadCount: 0 };

it('requires a slug and a title that are not blank', () => {
  expect(Object.keys(validateCategoryDraft({ ...EMPTY_DRAFT, slug: ' ', title: '\t' }) ?? {})).toEqual([
    'slug',
    'title',
  ]);
  expect(validateCategoryDraft({ ...EMPTY_DRAFT, slug: ' a ', title: 'b' })).toBeNull();
});

it('returns only the changed fields of a category, trimmed', () => {
  expect(draftChanges(category, { slug: ' hall ', title: category.title, description: ' ' })).toBeNull();
  expect(draftChanges(category, { slug: 'yard', title: category.title, description: 'x ' })).toEqual({
    slug: 'yard',
    description: 'x',
  });
});

const stats = {
  level: 2,
  experience: 120,
  coins: 50,
  energy: 90,
  health: 80,
  maxHealth: 110,
  attack: 3,
  defense: 3,
  wins: 0,
  losses: 0,
};

it('returns only edited stats that differ from the current stats', () => {
  expect(diffStats(stats, {})).toEqual({ change: {}, errors: {} });
  expect(diffStats(stats, { coins: '50', attack: ' 7 ' })).toEqual({ change: { attack: 7 }, errors: {} });
});

it('rejects empty fields and numbers that are not whole', () => {
  const { change, errors } = diffStats(stats, {
    energy: '1.5',
    attack: '',
    defense: '1e3',
    level: '-4',
  });
  expect(change).toEqual({ level: -4 });
  expect(Object.keys(errors)).toEqual(['energy', 'attack', 'defense']);
});

it('clamps coins to whole numbers from 0 to a million', () => {
  expect(['', '-5', '7.9', '1000001', '250', 'x'].map(parseCoins)).toEqual([0, 0, 7, 1_000_000, 250, 0]);
  expect(diffStats(stats, { coins: '-5' }).change).toEqual({ coins: 0 });
  // Invalid input does not change the balance.
  for (const coins of ['', 'abc', '12,000', '1 000'])
    expect(diffStats(stats, { coins })).toMatchObject({
      change: {},
      errors: { coins: expect.any(String) },
    });
  expect(diffStats(stats, { coins: '9000000' }).change).toEqual({ coins: 1_000_000 });
});
