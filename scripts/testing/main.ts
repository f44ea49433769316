/**
 * `npm test`: every check and suite, one after another; `--only checks,unit,server,e2e` runs a part of them. Its last
 * lines name all that failed, then count.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runAudit } from '../lib/audit.mjs';
import { runChecks } from '../lib/checks.mjs';
import { buildClient } from '../lib/client.mjs';
import { bin, CACHE, NODE, ROOT } from '../lib/paths.mjs';
import { run } from '../lib/run.mjs';
import { ensureChromium } from './chromium.ts';
import { add, type Counts, countsOf, type Report, summary } from './counts.ts';
import { ensureEngines } from './engines.ts';
import { failuresOf, told } from './failures.ts';

const PARTS = ['checks', 'unit', 'server', 'e2e'] as const;
type Part = (typeof PARTS)[number];

const reports = join(CACHE, 'reports');
const parts = wantedParts(process.argv.slice(2));
const inCi = Boolean(process.env.CI);
let total: Counts = { passed: 0, failed: 0, skipped: 0 };
const failures: string[] = [];

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
if (parts.includes('checks')) count(await checks());
if (parts.includes('unit')) count(await suite('unit', ['shared', 'web', 'components', 'scripts']));
if (parts.includes('server')) {
  const engines = ensureEngines();
  count(await suite('server-pglite'));
  count(
    engines === null ? missing('the server suite on PostgreSQL with Redis') : await suite('server-postgres'),
  );
}
if (parts.includes('e2e')) count(await browsers());
console.log(['', ...told(failures), summary(total)].join('\n'));
const isWhole = total.skipped === 0 || !inCi;
process.exitCode = total.failed === 0 && isWhole ? 0 : 1;

function wantedParts(args: string[]): readonly Part[] {
  const [flag, value, ...rest] = args.join('=').split('=');
  if (!flag) return PARTS;
  const wanted = (value ?? '')
    .split(',')
    .filter((part): part is Part => PARTS.some((known) => known === part));
  if (flag === '--only' && wanted.length > 0 && rest.length === 0) return wanted;
  console.error(`usage: npm test [-- --only ${PARTS.join('|')}]`);
  process.exit(2);
}

function count(counts: Counts): void {
  total = add(total, counts);
}

async function checks(): Promise<Counts> {
  const results = [await runChecks(), await runAudit()];
  const failed = results.flatMap((result) => result.failed);
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  failures.push(...failed.map((name) => `✗ ${name}`));
  return { passed, failed: failed.length, skipped: 0 };
}

async function suite(name: string, projects = [name]): Promise<Counts> {
  console.log(`\n— ${name}`);
  const file = join(reports, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const wanted = projects.flatMap((project) => ['--project', project]);
  const exitCode = await run(NODE, [bin('vitest'), 'run', ...wanted, ...reporters]);
  const report = readReport(file);
  const counts = countsOf(report, exitCode);
  const said = failuresOf(name, report, ROOT);
  failures.push(...said);
  if (said.length < counts.failed) failures.push(`✗ ${name}: it ended with ${exitCode}, see above`);
  return counts;
}

function readReport(file: string): Report | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return null;
  }
}

async function browsers(): Promise<Counts> {
  try {
    await buildClient();
  } catch (error) {
    console.error(String(error));
    failures.push('✗ the browser client could not be built');
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const built = { passed: 1, failed: 0, skipped: 0 };
  return add(built, ensureChromium() === null ? missing('the browser suites') : await suite('e2e'));
}

/** What this machine has not and may not install: left out with a word, but a failure in CI. */
function missing(what: string): Counts {
  console.log(`skipped: ${what}: what it needs is not on this machine and may not be installed`);
  if (inCi) failures.push(`✗ ${what}: could not be run here`);
  return inCi ? { passed: 0, failed: 1, skipped: 0 } : { passed: 0, failed: 0, skipped: 1 };
}
