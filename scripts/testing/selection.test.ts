import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../lib/paths.mjs';
import { CLEAN_ENV } from './clean-env.ts';
import { PARTS, selectionOf, UsageError } from './selection.ts';

const select = (...args: string[]) => selectionOf(args, ROOT, ROOT);
const filesOf = (...args: string[]) => {
  const selection = select(...args);
  return 'files' in selection ? Object.fromEntries(selection.files) : {};
};

test('selects everything without arguments, and only the named parts with --only', () => {
  expect(select()).toEqual({ parts: PARTS });
  expect(select('--only', 'unit,e2e')).toEqual({ parts: ['unit', 'e2e'] });
  expect(select('--only=server')).toEqual({ parts: ['server'] });
});

test.each([
  ['shared/src/dates.test.ts', 'shared'],
  ['web/src/lib/time.test.ts', 'web'],
  ['scripts/deploy/deploy.test.ts', 'scripts'],
  ['server/src/features/store/store.test.ts', 'server-pglite'],
  ['web/src/ui/ui.test.tsx', 'components'],
  ['server/src/features/feed/first-page-cache.test.ts', 'server-postgres'],
  ['e2e/fight.test.ts', 'e2e'],
])('assigns %s to the project %s', (file, project) => {
  expect(filesOf(file)).toEqual({ [project]: [file] });
});

test('selects all tests below a folder, and lists each file once', () => {
  const files = filesOf('server/src/features/feed/');
  expect(files['server-postgres']).toEqual(['server/src/features/feed/first-page-cache.test.ts']);
  expect(files['server-pglite']).toContain('server/src/features/feed/posts.test.ts');
  expect(files['server-pglite']).not.toContain('server/src/features/feed/first-page-cache.test.ts');
  expect(Object.keys(filesOf('.'))).toHaveLength(7);
  expect(filesOf('e2e/fight.test.ts', 'e2e/fight.test.ts')).toEqual({ e2e: ['e2e/fight.test.ts'] });
});

test('finds a path relative to the folder in which npm was started', () => {
  const selection = selectionOf(['lib/time.test.ts'], ROOT, join(ROOT, 'web/src'));
  expect(selection).toEqual({ files: new Map([['web', ['web/src/lib/time.test.ts']]]), options: [] });
});

test('passes options after the paths to the runner', () => {
  const selection = select('e2e/fight.test.ts', 'e2e/forum.test.ts', '--trace', 'on');
  const files = new Map([['e2e', ['e2e/fight.test.ts', 'e2e/forum.test.ts']]]);
  expect(selection).toEqual({ files, options: ['--trace', 'on'] });
});

test.each([
  ['no such file or folder: server/nothing.test.ts', 'server/nothing.test.ts'],
  ['no test file at server/src/app.ts', 'server/src/app.ts'],
  ['usage: npm test', '--only', 'unit,nothing'],
  ['usage: npm test', '--only'],
  ['usage: npm test', '--nothing', 'unit'],
  ['usage: npm test', 'scripts', '--only=unit'],
])('rejects unknown arguments: %s', (message, ...args) => {
  expect(() => select(...args)).toThrow(UsageError);
  expect(() => select(...args)).toThrow(message);
});

const main = (...args: string[]) =>
  spawnSync(process.execPath, [join(ROOT, 'scripts/testing/main.ts'), ...args], {
    cwd: ROOT,
    env: CLEAN_ENV,
    encoding: 'utf8',
  });

test('npm test exits with code 2 and a message for an unknown path', () => {
  const { status, stderr } = main('server/nothing.test.ts');
  expect([status, stderr.split('\n')[0]]).toEqual([2, 'no such file or folder: server/nothing.test.ts']);
});

test('npm test runs a single file, and counts its tests', () => {
  const { status, stdout } = main('web/src/lib/time.test.ts');
  expect([status, stdout.trim().split('\n').at(-1)]).toEqual([0, '12 passed, 0 failed']);
});
