import { bin, NODE } from './paths.mjs';
import { capture } from './run.mjs';

/**
 * Checks of the whole tree: name, and the program of the pinned Node that ends with 0 when all is well.
 * @type {[string, string[]][]}
 */
const CHECKS = [
  ['format and lint', [bin('@biomejs/biome', 'biome'), 'ci', '--error-on-warnings', '--colors=off', '.']],
  ['types', [bin('typescript', 'tsc'), '--noEmit']],
  ['structure', ['scripts/structure/main.ts']],
  ['unused files and packages', [bin('knip'), '--no-progress', '--no-config-hints']],
];

/** Runs all checks at once; prints what those that fail say. Answers how many passed, and the names of those that failed. */
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
