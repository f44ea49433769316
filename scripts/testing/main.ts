/** `npm test`: every check and suite, one after another; `--only checks,unit,server,e2e` runs a part of them. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runChecks } from '../lib/checks.mjs';
import { buildClient } from '../lib/client.mjs';
import { bin, CACHE, NODE } from '../lib/paths.mjs';
import { run } from '../lib/run.mjs';
import { ensureChromium } from './chromium.ts';
import { add, type Counts, countsOf, type Report, summary } from './counts.ts';
import { ensureEngines } from './engines.ts';

const PARTS = ['checks', 'unit', 'server', 'e2e'] as const;
type Part = (typeof PARTS)[number];

const reports = join(CACHE, 'reports');
const parts = wantedParts(process.argv.slice(2));
const inCi = Boolean(process.env.CI);
let total: Counts = { passed: 0, failed: 0, skipped: 0 };

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
if (parts.includes('checks')) count({ ...(await runChecks()), skipped: 0 });
if (parts.includes('unit')) for (const project of ['shared', 'web', 'scripts']) count(await suite(project));
if (parts.includes('server')) {
  const engines = ensureEngines();
  count(await suite('server-pglite'));
  count(
    engines === null ? missing('the server suite on PostgreSQL with Redis') : await suite('server-postgres'),
  );
}
if (parts.includes('e2e')) count(await browsers());
console.log(summary(total));
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

async function suite(project: string): Promise<Counts> {
  console.log(`\n— ${project}`);
  const file = join(reports, `${project}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const exitCode = await run(NODE, [bin('vitest'), 'run', '--project', project, ...reporters]);
  return countsOf(readReport(file), exitCode);
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
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const built = { passed: 1, failed: 0, skipped: 0 };
  return add(built, ensureChromium() === null ? missing('the browser suites') : await suite('e2e'));
}

/** What this machine has not and may not install: left out with a word, but a failure in CI. */
function missing(what: string): Counts {
  console.log(`skipped: ${what}: what it needs is not on this machine and may not be installed`);
  return inCi ? { passed: 0, failed: 1, skipped: 0 } : { passed: 0, failed: 0, skipped: 1 };
}
