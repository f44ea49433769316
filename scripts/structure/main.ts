/** The structure check: prints `file:line  rule` for every break and ends with 1, without an allowlist. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultsOf } from './rules.ts';

const root = join(import.meta.dirname, '..', '..');
const paths = globSync(
  ['{shared,server,web}/src/**/*.{ts,tsx}', 'web/plugins/**/*.ts', '{bench,e2e,scripts}/**/*.{ts,mjs}'],
  { cwd: root },
).map((path) => path.replaceAll('\\', '/'));
const faults = faultsOf(new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')])));
for (const { path, line, rule } of faults) console.error(`${path}:${line}  ${rule}`);
if (paths.length === 0) console.error('No source file was found.');
process.exitCode = faults.length === 0 && paths.length > 0 ? 0 : 1;
