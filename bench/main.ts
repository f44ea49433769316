/**
 * Runs the sections of cases.ts that are named on the command line, or all sections. Each section runs in its own
 * process.
 */
import { availableParallelism } from 'node:os';
import { run } from '../scripts/lib/run.mjs';
import { SECTIONS } from './cases.ts';
import { QUICK, QUICK_OPTION, writeMeasurements } from './report.ts';
import { stopServices } from './site.ts';

const names = namesOf(process.argv.slice(2));
const options = QUICK ? [QUICK_OPTION] : [];
for (const name of names) {
  if (names.length === 1) await runSection(name);
  else if ((await run(process.execPath, [import.meta.filename, name, ...options])) !== 0)
    process.exitCode = 1;
}
// Exit explicitly, because open sockets of a measurement would keep the process alive.
process.exit();

/** Return the sections to run. Exit with code 2 and the usage if an argument is neither a section nor an option. */
function namesOf(args: readonly string[]): string[] {
  const named = args.filter((arg) => arg !== QUICK_OPTION);
  const known = Object.keys(SECTIONS);
  if (named.every((name) => known.includes(name))) return named.length > 0 ? named : known;
  console.error(`usage: npm run bench [-- [${QUICK_OPTION}] SECTION…]\nsections: ${known.join(', ')}`);
  process.exit(2);
}

async function runSection(name: string): Promise<void> {
  const lines = [
    `Node ${process.versions.node}, ${availableParallelism()} CPU cores for load, server and database.`,
  ];
  for (const measure of SECTIONS[name] ?? []) lines.push('', ...(await measure()));
  await stopServices();
  const text = lines.join('\n').replaceAll('\n\n\n', '\n\n').trimEnd();
  if (QUICK) console.log(text);
  else if (lines.some((line) => line.startsWith('|'))) writeMeasurements(name, text);
}
