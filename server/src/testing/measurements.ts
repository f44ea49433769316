import { writeMeasurements } from '../../../bench/report.ts';
import { LONG } from '../../../scripts/testing/long.ts';

type Row = Record<string, string | number>;

/**
 * Print the measurements of a suite. A run at full length also writes them to `.cache/measurements.md`, with separate
 * sections for PostgreSQL and for the embedded database.
 */
export function reportMeasurements(part: string, about: string, rows: readonly Row[]): void {
  const database = process.env.TEST_DATABASE_URL ? 'PostgreSQL' : 'embedded';
  const names = Object.keys(rows[0] ?? {});
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  const table = [names, names.map(() => '---'), ...rows.map((row) => Object.values(row))]
    .map(line)
    .join('\n');
  if (LONG) writeMeasurements(`${part}, ${database}`, `${about} (${database}):\n\n${table}`);
  else console.log(`${about}: ${rows.map((row) => JSON.stringify(row)).join(', ')}`);
}
