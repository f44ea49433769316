/** Runs the sections of cases.ts named on the command line, or all of them, each in a separate process. */
import { availableParallelism } from 'node:os';
import { run } from '../scripts/lib/run.mjs';
import { SECTIONS } from './cases.ts';
import { QUICK, writeMeasurements } from './report.ts';
import { stopServices } from './site.ts';

const flags = process.argv.filter((argument) => argument.startsWith('--'));
const named = process.argv.slice(2).filter((argument) => !flags.includes(argument));
const names = named.length > 0 ? named : Object.keys(SECTIONS);
for (const name of names) {
  const measurements = SECTIONS[name];
  if (!measurements)
    throw new Error(`No section ${name}; the sections are ${Object.keys(SECTIONS).join(', ')}`);
  if (names.length === 1) await runSection(name, measurements);
  else if ((await run(process.execPath, [import.meta.filename, name, ...flags])) !== 0) process.exitCode = 1;
}
// Open sockets of a load would keep the process alive.
process.exit();

async function runSection(name: string, measurements: (typeof SECTIONS)[string]): Promise<void> {
  const lines = [
    `Node ${process.versions.node}, ${availableParallelism()} processors for load, server and database.`,
  ];
  for (const measure of measurements) lines.push('', ...(await measure()));
  await stopServices();
  const text = lines.join('\n').replaceAll('\n\n\n', '\n\n').trimEnd();
  if (QUICK) console.log(text);
  else if (lines.some((line) => line.startsWith('|'))) writeMeasurements(name, text);
}
