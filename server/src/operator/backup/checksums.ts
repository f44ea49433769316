import { createHash } from 'node:crypto';
import type { Tx } from '../../platform/db/db.ts';
import { readLines, type TableInfo } from './queries.ts';

/** The number of rows of a table, and the SHA-256 of its rows as JSON lines in a fixed order. */
export type Checksum = { rows: number; sha256: string };

/** Computes the checksum of a table from its lines. */
export class ChecksumBuilder {
  readonly #hash = createHash('sha256');
  #rows = 0;

  /** Add the next lines. */
  add(lines: readonly string[]): void {
    for (const line of lines) this.#hash.update(line).update('\n');
    this.#rows += lines.length;
  }

  /** Return the checksum of all lines added so far. */
  digest(): Checksum {
    return { rows: this.#rows, sha256: this.#hash.digest('hex') };
  }
}

/** Read a table in batches, call `onLines` with the lines of each batch, and return the checksum of the table. */
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

/** Return the names of tables whose checksums differ. */
export const differingTables = (
  expected: ReadonlyMap<string, Checksum>,
  found: ReadonlyMap<string, Checksum>,
): string[] =>
  [...expected].flatMap(([name, { rows, sha256 }]) => {
    const other = found.get(name);
    return other?.rows === rows && other.sha256 === sha256 ? [] : [name];
  });
