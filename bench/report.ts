import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = join(import.meta.dirname, '..', 'docs', 'measurements.md');
const HEAD =
  '# Measurements\n\nWritten by `npm run bench`; what stands between the marks is replaced each time.\n';

/** Prints a part of docs/measurements.md and puts it in the place of the last one of that name. */
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
}
