/**
 * `npm test` runs all checks and suites, one after another. `--only checks,unit,server,e2e` limits the run to the
 * listed parts. If the arguments contain paths, only the test files at or below these paths run. Playwright Test runs
 * the files in e2e/, and Vitest runs the other files. Options after the paths are passed to the runner. The last lines
 * list all failures and then the counts.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JSONReport } from '@playwright/test/reporter';
import { runAudit } from '../lib/audit.mjs';
import { runChecks } from '../lib/checks.mjs';
import { bin, NODE, ROOT } from '../lib/paths.mjs';
import { run } from '../lib/run.mjs';
import { ensureChromium } from './chromium.ts';
import { add, type Counts, countsOf, type Report, summary } from './counts.ts';
import { failuresOf, formatFailures, skippedIn, unhandledFailuresOf } from './failures.ts';
import { ensureFfmpeg } from './ffmpeg.ts';
import { LONG } from './long.ts';
import { fromPlaywright, unhandledErrorsOf } from './playwright-report.ts';
import { type ProjectName, shortPgliteRun, type VitestProjectName } from './projects.ts';
import { type Selection, selectionOf, UsageError } from './selection.ts';
import { ensureServices } from './services.ts';
import { unhandledErrorsFile } from './unhandled-errors-reporter.ts';

const selection = select();
const reports = mkdtempSync(join(tmpdir(), 'rivalhold-reports-'));
const inCi = Boolean(process.env.CI);
const options = 'files' in selection ? selection.options : [];
let total: Counts = { passed: 0, failed: 0, skipped: 0 };
const failures: string[] = [];

if ('files' in selection)
  for (const [project, files] of selection.files) count(await runProject(project, files));
else {
  const { parts } = selection;
  if (parts.includes('checks')) count(await checks());
  if (parts.includes('unit')) count(await suite('unit', ['shared', 'web', 'components', 'scripts']));
  if (parts.includes('server')) {
    if (!ensureFfmpeg()) count(reportMissing('the conversion of videos'));
    const isShort = !LONG && ensureServices() !== null;
    count(await runProject('server-pglite', isShort ? shortPgliteRun(ROOT) : []));
    count(await runProject('server-postgres'));
  }
  if (parts.includes('e2e')) count(await runProject('e2e'));
}
rmSync(reports, { recursive: true, force: true });
console.log(['', ...formatFailures(failures), summary(total)].join('\n'));
const isFullRun = total.skipped === 0 || !inCi;
process.exitCode = total.failed === 0 && isFullRun ? 0 : 1;

/** Parse the arguments. Exit with code 2 if they are malformed or select no tests. */
function select(): Selection {
  try {
    return selectionOf(process.argv.slice(2), ROOT, process.env.INIT_CWD ?? process.cwd());
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
    process.exit(2);
  }
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

/** Run a test project, or only the given files of it. If the project's tools are missing, report this instead. */
async function runProject(project: ProjectName, files: string[] = []): Promise<Counts> {
  if (project === 'server-postgres' && ensureServices() === null)
    return reportMissing('the server suite on PostgreSQL with Redis');
  return project === 'e2e' ? browsers(files) : suite(project, [project], files);
}

async function suite(name: string, projects: VitestProjectName[], files: string[] = []): Promise<Counts> {
  console.log(`\n— ${name}`);
  const file = join(reports, `${name}.json`);
  const reporters = ['default', 'json', join(import.meta.dirname, 'unhandled-errors-reporter.ts')];
  const reporting = [...reporters.map((each) => `--reporter=${each}`), `--outputFile.json=${file}`];
  const wanted = projects.flatMap((project) => ['--project', project]);
  const exitCode = await run(NODE, [bin('vitest'), 'run', ...wanted, ...reporting, ...files, ...options]);
  const unhandled = readJson<string[]>(unhandledErrorsFile(file)) ?? [];
  return countsOfRun(name, exitCode, readJson<Report>(file), unhandled);
}

async function browsers(files: string[]): Promise<Counts> {
  if (ensureChromium() === null) return reportMissing('the browser suites');
  console.log('\n— e2e');
  const file = join(reports, 'e2e.json');
  process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = file;
  const command = [bin('@playwright/test', 'playwright'), 'test', '--reporter=list,json'];
  const exitCode = await run(NODE, [...command, ...files, ...options]);
  const report = readJson<JSONReport>(file);
  return countsOfRun('e2e', exitCode, report && fromPlaywright(report), unhandledErrorsOf(report));
}

/** Return the counts for a suite's run, and record its failures. */
function countsOfRun(name: string, exitCode: number, report: Report | null, unhandled: string[]): Counts {
  const counts = countsOf(report, exitCode);
  const lines = [...failuresOf(name, report, ROOT), ...unhandledFailuresOf(name, unhandled, ROOT)];
  failures.push(...lines);
  if (inCi) failures.push(...skippedIn(name, report, ROOT));
  if (lines.length < counts.failed) failures.push(`✗ ${name}: exited with ${exitCode}, see above`);
  return counts;
}

function readJson<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return null;
  }
}

/**
 * Print that a suite is skipped because its tools are missing. Return the counts: one skipped test, or in CI one failed
 * test.
 */
function reportMissing(what: string): Counts {
  console.log(`skipped: ${what}: its tools are missing and could not be installed`);
  if (inCi) failures.push(`✗ ${what}: could not be run`);
  return inCi ? { passed: 0, failed: 1, skipped: 0 } : { passed: 0, failed: 0, skipped: 1 };
}
