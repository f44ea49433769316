import { createHash } from 'node:crypto';
import type { Tx } from '../../platform/db/db.ts';
import { readLines, type TableInfo } from './queries.ts';

/** How many rows a table has, and the SHA-256 of its lines in their order. */
export type Checksum = { rows: number; sha256: string };

/** Adds lines up to the sum of a table. */
export class ChecksumBuilder {
  readonly #hash = createHash('sha256');
  #rows = 0;

  add(lines: readonly string[]): void {
    for (const line of lines) this.#hash.update(line).update('\n');
    this.#rows += lines.length;
  }

  digest(): Checksum {
    return { rows: this.#rows, sha256: this.#hash.digest('hex') };
  }
}

/** Reads a table, hands on its lines, and answers its sum. */
export async function checksumOf(
  tx: Tx,
  table: TableInfo,
  onLines: (lines: string[]) => Promise<void> = async () => {},
): Promise<Checksum> {
  const sum = new ChecksumBuilder();
  for await (const lines of readLines(tx, table)) {
    sum.add(lines);
    await onLines(lines);
  }
  return sum.digest();
}

/** Names the tables whose sums are not those that are due. */
export const differingTables = (
  expected: ReadonlyMap<string, Checksum>,
  found: ReadonlyMap<string, Checksum>,
): string[] =>
  [...expected].flatMap(([name, { rows, sha256 }]) => {
    const other = found.get(name);
    return other?.rows === rows && other.sha256 === sha256 ? [] : [name];
  });
