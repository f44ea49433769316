import { createHash } from 'node:crypto';
import type { Tx } from '../../platform/db/db.ts';
import { linesOf, type Table } from './queries.ts';

/** How many rows a table has, and the SHA-256 of its lines in their order. */
export type Sum = { rows: number; sha256: string };

/** Adds lines up to the sum of a table. */
export class Summing {
  readonly #hash = createHash('sha256');
  #rows = 0;

  add(lines: readonly string[]): void {
    for (const line of lines) this.#hash.update(line).update('\n');
    this.#rows += lines.length;
  }

  end(): Sum {
    return { rows: this.#rows, sha256: this.#hash.digest('hex') };
  }
}

/** Reads a table, hands on its lines, and answers its sum. */
export async function sumOf(
  tx: Tx,
  table: Table,
  use: (lines: string[]) => Promise<void> = async () => {},
): Promise<Sum> {
  const sum = new Summing();
  for await (const lines of linesOf(tx, table)) {
    sum.add(lines);
    await use(lines);
  }
  return sum.end();
}

/** Names the tables whose sums are not those that are due. */
export const differing = (due: ReadonlyMap<string, Sum>, found: ReadonlyMap<string, Sum>): string[] =>
  [...due].flatMap(([name, { rows, sha256 }]) => {
    const other = found.get(name);
    return other?.rows === rows && other.sha256 === sha256 ? [] : [name];
  });
