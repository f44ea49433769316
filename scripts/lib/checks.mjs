import { join } from 'node:path';
import { bin, NODE, ROOT } from './paths.mjs';
import { capture } from './run.mjs';

const SOURCES = ['server', 'web', 'shared', 'bench', 'e2e', 'scripts'];
/**
 * Return the arguments with which Node runs a structure check.
 * @param {'imports' | 'folders'} rules
 */
export const structureCheck = (rules) => [
  bin('dependency-cruiser', 'depcruise'),
  '--config',
  join(ROOT, 'scripts', 'structure', `${rules}.mjs`),
  '--output-type',
  'err',
  ...SOURCES,
];

/**
 * Arguments for checking all types. On a single thread, this needs less than half the CPU time that it needs on
 * several threads.
 */
export const TYPE_CHECK = [bin('typescript', 'tsc'), '--noEmit', '--singleThreaded'];

/**
 * Checks of the whole repository. Each entry has the check's name, and the arguments with which the pinned Node runs
 * it. A check succeeds if it exits with code 0.
 * @type {[string, string[]][]}
 */
const CHECKS = [
  ['format and lint', [bin('@biomejs/biome', 'biome'), 'ci', '--error-on-warnings', '--colors=off', '.']],
  ['styles', [bin('stylelint'), 'web/src/**/*.css']],
  ['prose', [join(ROOT, 'scripts', 'prose', 'check.mjs')]],
  ['types', TYPE_CHECK],
  ['structure: imports', structureCheck('imports')],
  ['structure: folders', structureCheck('folders')],
  ['unused files and packages', [bin('knip'), '--no-progress', '--no-config-hints']],
];

/**
 * Run all checks concurrently, and print the output of the checks that fail. Return the number of passed checks and
 * the names of failed checks.
 */
export async function runChecks() {
  const results = await Promise.all(
    CHECKS.map(async ([name, args]) => {
      const since = Date.now();
      const { code, output } = await capture(NODE, args);
      console.log(`${code === 0 ? '✓' : '✗'} ${name} (${((Date.now() - since) / 1000).toFixed(1)} s)`);
      if (code !== 0) console.log(output.trimEnd());
      return code === 0 ? [] : [name];
    }),
  );
  const failed = results.flat();
  return { passed: results.length - failed.length, failed };
}
