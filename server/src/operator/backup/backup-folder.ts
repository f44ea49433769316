import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chmod, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { AppError } from '../../platform/errors.ts';
import { type Checksum, ChecksumBuilder } from './checksums.ts';
import type { SequenceValue, TableInfo } from './queries.ts';

/** The content of `manifest.json`. It is written last, so a backup without a manifest is incomplete. */
export type Manifest = {
  format: 1;
  /** Version of the software that made the backup, and the migrations that were applied to the database. */
  version: string;
  migrations: string[];
  madeAt: string;
  tables: (Pick<TableInfo, 'name' | 'columns'> & Checksum)[];
  /** Names of tables whose rows are not included. */
  leftOut: string[];
  sequences: SequenceValue[];
  /** Players' files, or null if they are not included. */
  files: { count: number; bytes: number; list: Checksum } | null;
};
/** A player's file in a backup. */
export type BackupFile = { key: string; bytes: number; sha256: string };

const FORMAT = 1;
const LINES_PER_WRITE = 500;
const PRIVATE_MODE = { mode: 0o600, flush: true } as const;

const corruptBackup = (why: string): AppError =>
  new AppError('conflict', `This backup is not usable: ${why}.`);

/** A backup folder. Only the operating system user who created it has access. */
export class BackupFolder {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Create the folder. @throws AppError `conflict` if it exists and is not empty. */
  async create(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    if ((await readdir(this.folder)).length > 0)
      throw new AppError('conflict', `${this.folder} is not empty. Choose a new or empty folder.`);
    await chmod(this.folder, 0o700);
    for (const name of ['tables', 'files']) await mkdir(path.join(this.folder, name), { mode: 0o700 });
  }

  /** Delete the folder. Call this if the backup fails. */
  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  /**
   * Write lines to a compressed file, and return their checksum. `produce` writes the lines with the function that it
   * receives, and computes the checksum.
   */
  async writeLines(
    name: string,
    produce: (write: (lines: string[]) => Promise<void>) => Promise<Checksum>,
  ): Promise<Checksum> {
    const gzip = createGzip({ level: 6 });
    const written = pipeline(gzip, createWriteStream(this.#linesPath(name), PRIVATE_MODE));
    // The `await` below throws the error if this promise rejects. This handler only prevents Node.js from ending the
    // process because of an unhandled rejection before that `await`.
    written.catch(() => {});
    const write = async (lines: string[]): Promise<void> => {
      if (gzip.write(lines.map((line) => `${line}\n`).join(''))) return;
      await Promise.race([written, new Promise((resolve) => gzip.once('drain', resolve))]);
    };
    try {
      const sum = await produce(write);
      gzip.end();
      await written;
      return sum;
    } catch (error) {
      gzip.destroy();
      await written.catch(() => {});
      throw error;
    }
  }

  /** Yield the lines of a compressed file in batches, in the order in which they were written. */
  async *readLines(name: string): AsyncGenerator<string[]> {
    const source = createReadStream(this.#linesPath(name));
    const text = source.pipe(createGunzip());
    source.once('error', (error) => text.destroy(error));
    let lines: string[] = [];

    for await (const line of linesOf(text)) {
      lines.push(line);
      if (lines.length < LINES_PER_WRITE) continue;
      yield lines;
      lines = [];
    }
    if (lines.length > 0) yield lines;
  }

  /**
   * Verify the checksum of a compressed file of lines.
   * @throws AppError `conflict` if the file is damaged, truncated or missing.
   */
  async verifyLines(name: string, { rows, sha256 }: Checksum): Promise<void> {
    const sum = new ChecksumBuilder();
    try {
      for await (const lines of this.readLines(name)) sum.add(lines);
    } catch (error) {
      throw corruptBackup(`${name} cannot be read (${(error as Error).message})`);
    }
    const found = sum.digest();
    if (found.rows !== rows || found.sha256 !== sha256) throw corruptBackup(`${name} is damaged`);
  }

  /** Copy a player's file to the backup, and return its size and checksum. */
  async writeFile(key: string, source: Readable): Promise<BackupFile> {
    const target = this.pathOf(key);
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    const counted = createByteCounter();
    await pipeline(source, counted.through, createWriteStream(target, PRIVATE_MODE));
    return { key, ...counted.end() };
  }

  /**
   * Verify the size and checksum of a player's file. @throws AppError `conflict` if the file is damaged or missing.
   */
  async verifyFile({ key, bytes, sha256 }: BackupFile): Promise<void> {
    const counted = createByteCounter();
    try {
      await pipeline(createReadStream(this.pathOf(key)), counted.through.resume());
    } catch (error) {
      throw corruptBackup(`files/${key} cannot be read (${(error as Error).message})`);
    }
    const found = counted.end();
    if (found.bytes !== bytes || found.sha256 !== sha256) throw corruptBackup(`files/${key} is damaged`);
  }

  /**
   * Return the path of a player's file in the backup. @throws AppError `conflict` if the key would lead outside the
   * folder.
   */
  pathOf(key: string): string {
    const root = path.join(this.folder, 'files');
    const target = path.join(root, key);
    if (!target.startsWith(root + path.sep)) throw corruptBackup(`${key} is not a valid file name`);
    return target;
  }

  /** Write the manifest, which marks the backup as complete. */
  async writeManifest(manifest: Manifest): Promise<void> {
    const sha256 = digest(JSON.stringify(manifest));
    const fresh = this.#manifestPath('.new');
    const handle = await open(fresh, 'w', 0o600);
    await handle.writeFile(`${JSON.stringify({ ...manifest, sha256 }, null, 2)}\n`);
    await handle.sync();
    await handle.close();
    await rename(fresh, this.#manifestPath());
  }

  /** Read the manifest. @throws AppError `conflict` if it is missing, damaged or in an unknown format. */
  async readManifest(): Promise<Manifest> {
    if (!existsSync(this.#manifestPath()))
      throw corruptBackup(`${this.folder} has no manifest.json, so it is not a complete backup`);
    const text = await readFile(this.#manifestPath(), 'utf8');
    let read: (Manifest & { sha256: string }) | null;
    try {
      read = JSON.parse(text) as typeof read;
    } catch {
      throw corruptBackup('manifest.json cannot be read');
    }
    const { sha256, ...manifest } = read ?? ({} as Manifest & { sha256: string });
    if ((manifest.format as number) > FORMAT) throw corruptBackup('it was made by a newer version');
    if (sha256 !== digest(JSON.stringify(manifest))) throw corruptBackup('manifest.json is damaged');
    return manifest;
  }

  #linesPath(name: string): string {
    return path.join(this.folder, `${name}.jsonl.gz`);
  }

  #manifestPath(end = ''): string {
    return path.join(this.folder, `manifest.json${end}`);
  }
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Return a stream that passes bytes through, and a function that returns their number and checksum. */
function createByteCounter(): { through: Transform; end(): { bytes: number; sha256: string } } {
  const hash: Hash = createHash('sha256');
  let bytes = 0;
  const through = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { through, end: () => ({ bytes, sha256: hash.digest('hex') }) };
}

async function* linesOf(source: Readable): AsyncGenerator<string> {
  let rest = '';
  source.setEncoding('utf8');
  for await (const chunk of source) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  // If the last line has no line break, the file is truncated. Yield the line anyway, so that verifying the checksum
  // fails.
  if (rest) yield rest;
}
