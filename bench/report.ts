import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = join(import.meta.dirname, '..', 'docs', 'measurements.md');
const JSON_FILE = join(import.meta.dirname, '..', 'docs', 'measurements.json');
const HEAD =
  '# Measurements\n\nWritten by `npm run bench`, `npm run lighthouse` and `npm run test:long`; what stands between the marks is replaced each time.\n';

/**
 * Prints a part of docs/measurements.md and puts it in the place of the last one of that name; its tables go into
 * docs/measurements.json too, one object a row, for programs that compare.
 */
export function writeMeasurements(name: string, text: string): void {
  console.log(text);
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const part = `${begin}\n${text}\n${end}`;
  const before = existsSync(FILE) ? readFileSync(FILE, 'utf8') : HEAD;
  const [from, to] = [before.indexOf(begin), before.indexOf(end)];
  const replaced = from >= 0 && to > from;
  const after = replaced
    ? `${before.slice(0, from)}${part}${before.slice(to + end.length)}`
    : `${before.trimEnd()}\n\n${part}\n`;
  writeFileSync(FILE, after);
  const tables = existsSync(JSON_FILE) ? JSON.parse(readFileSync(JSON_FILE, 'utf8')) : {};
  writeFileSync(JSON_FILE, `${JSON.stringify({ ...tables, [name]: parseTables(text) }, null, 2)}\n`);
}

type Row = Record<string, string | number>;

/** The tables of a Markdown text, rows by the names of their columns; what is a number as one. */
export function parseTables(text: string): Row[][] {
  const tables = text.split(/\n(?!\|)/).map((part) =>
    part
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) =>
        line
          .slice(1, -1)
          .split('|')
          .map((cell) => cell.trim()),
      ),
  );
  return tables.flatMap(([head, rule, ...rows]) =>
    head && rule
      ? [rows.map((row) => Object.fromEntries(head.map((name, index) => [name, numberOr(row[index] ?? '')])))]
      : [],
  );
}

const numberOr = (cell: string) =>
  /^-?[\d,]+(\.\d+)?$/.test(cell) ? Number(cell.replaceAll(',', '')) : cell;
