import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** File with the complete results from this machine. docs/measurements.md has only one figure for each target. */
const FILE = join(import.meta.dirname, '..', '.cache', 'measurements.md');

/** Returns lines for a section of `.cache/measurements.md`, or none if the measurement prints its results itself. */
export type Measurement = () => Promise<string[]>;

/** Option for short measurements whose results are not written to a file. */
export const QUICK_OPTION = '--quick';
export const QUICK = process.argv.includes(QUICK_OPTION);
/** Return `full`, or with `--quick` return `short`. */
export const unlessQuick = (full: number, short: number): number => (QUICK ? short : full);

/** Print a section of `.cache/measurements.md` and replace its previous version in the file. */
export function writeMeasurements(name: string, text: string): void {
  console.log(text);
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const before = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '# Measurements';
  const [from, to] = [before.indexOf(begin), before.indexOf(end)];
  const found = from >= 0 && to > from;
  const head = found ? before.slice(0, from) : `${before.trimEnd()}\n\n`;
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, `${head}${begin}\n${text}\n${end}${found ? before.slice(to + end.length) : '\n'}`);
}

type Cell = string | number;

/** Return the lines of a Markdown table. Fractions are shown with two decimal places. */
export const table = (head: readonly Cell[], rows: readonly (readonly Cell[])[]): string[] =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(format).join(' | ')} |`);

const format = (cell: Cell) => (typeof cell === 'string' || Number.isInteger(cell) ? cell : cell.toFixed(2));

/** Return lines that list missed targets, and set exit code 1 if there are any. */
export function missedAims(missed: readonly string[]): string[] {
  if (missed.length > 0) process.exitCode = 1;
  return ['', ...missed.map((figure) => `**Missed target**: ${figure}.`)];
}

export type Figure = readonly [name: string, value: number, aim?: number | undefined, base?: number];

/**
 * Return a table of figures, and lines that list missed targets. If a figure has a base, its target applies
 * to the ratio of the value to the base. Otherwise, the target applies to the value.
 */
export function figures(
  rows: readonly Figure[],
  [measured, base]: readonly string[] = ['measured', 'bare server'],
  limit: 'at most' | 'at least' = 'at most',
): string[] {
  const ratio = ([, value, , base = 1]: Figure) => value / base;
  const isMissed = (row: Figure) =>
    row[2] !== undefined && !(limit === 'at most' ? ratio(row) <= row[2] : ratio(row) >= row[2]);
  return [
    ...table(
      ['figure', `${measured}`, `${base}`, 'ratio', limit],
      rows.map((row) => [row[0], row[1], row[3] ?? '', row[3] === undefined ? '' : ratio(row), row[2] ?? '']),
    ),
    ...missedAims(
      rows.filter(isMissed).map((row) => `${row[0]}: ${format(ratio(row))} (${limit} ${row[2]})`),
    ),
  ];
}

/** Return a percentile of the values. `share` is the percentile as a number from 0 to 1. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}

/** Return the median of the values. */
export const median = (values: readonly number[]): number => percentile(values, 0.5);
