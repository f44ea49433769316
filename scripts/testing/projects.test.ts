import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ROOT } from '../lib/paths.mjs';
import { PROJECTS, shortPgliteRun } from './projects.ts';

const filesOf = (wanted: string) => {
  const { include, exclude } = PROJECTS.find(({ name }) => name === wanted) as (typeof PROJECTS)[number];
  return globSync([...include], { cwd: ROOT, exclude: [...exclude] });
};

test('a short run includes every server test', () => {
  const all = new Set([...filesOf('server-pglite'), ...filesOf('server-postgres')]);
  expect(new Set([...shortPgliteRun(ROOT), ...filesOf('server-postgres')])).toEqual(all);
});

test('a short run repeats tests of the database layer on PGlite, but not tests of features', () => {
  const repeated = shortPgliteRun(ROOT).filter((file) => filesOf('server-postgres').includes(file));
  expect(repeated).toContain('server/src/platform/db/transaction.test.ts');
  expect(repeated.filter((file) => file.includes('/features/'))).toEqual([]);
});
