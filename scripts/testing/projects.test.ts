import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ROOT } from '../lib/paths.mjs';
import { PATTERNS, PROJECTS, shortPgliteRun } from './projects.ts';

const filesOf = (wanted: string) => {
  const { include, exclude } = PROJECTS.find(({ name }) => name === wanted) as (typeof PROJECTS)[number];
  return globSync([...include], { cwd: ROOT, exclude: [...exclude] });
};

/** Return the patterns that a pattern with `{one,other}` stands for. */
function expandBraces(pattern: string): string[] {
  const [, start, alternatives, end] = /^(.*)\{(.*)\}(.*)$/.exec(pattern) ?? [];
  return alternatives?.split(',').map((alternative) => `${start}${alternative}${end}`) ?? [pattern];
}

test('every pattern matches a test file', () => {
  const patterns = [...PATTERNS, ...PROJECTS.flatMap(({ include }) => include)].flatMap(expandBraces);
  expect(patterns.filter((pattern) => globSync(pattern, { cwd: ROOT }).length === 0)).toEqual([]);
});

test('a short run includes every server test', () => {
  const all = new Set([...filesOf('server-pglite'), ...filesOf('server-postgres')]);
  expect(new Set([...shortPgliteRun(ROOT), ...filesOf('server-postgres')])).toEqual(all);
});

test('a short run repeats tests of the database layer on PGlite, but not tests of features', () => {
  const repeated = shortPgliteRun(ROOT).filter((file) => filesOf('server-postgres').includes(file));
  expect(repeated).toContain('server/src/platform/db/transaction.test.ts');
  expect(repeated.filter((file) => file.includes('/features/'))).toEqual([]);
});
