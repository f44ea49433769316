import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { opendir, stat, statfs, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { Disk, DriveFile } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { DriverContract } from 'flydrive/types';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { AppError } from './errors.ts';

/** The bytes from `start` to `end`, both included. */
export type ByteRange = { start: number; end: number };
export type Store = {
  driver: DriverContract;
  /** A part of a file as a stream that has begun; rejects with the store's own error. */
  openRange(key: string, range: ByteRange): Promise<Readable>;
  /** Whether an error says that there is no such file. */
  isMissing(error: unknown): boolean;
  /** Rejects when it cannot be reached. */
  answers(): Promise<void>;
  /** How many files there are, and their bytes; asks for all of them. */
  measure(): Promise<Measured>;
  /** Bytes of the disk that they lie on; null where that is not ours to know. */
  room(): Promise<{ free: number; total: number } | null>;
};
export type Measured = { files: number; bytes: number };

/**
 * Where players' files lie. Keys are made by us, never from a name that somebody sent.
 * All that asks a store of its own rejects with AppError unavailable while that is away.
 */
export class Files extends Disk {
  readonly store: Store;

  constructor(store: Store) {
    super(store.driver);
    this.store = store;
  }

  /** Sends what is at a path, and closes it however that ends: flydrive leaves it open where a store refuses. */
  override async copyFromFs(source: string | URL, destination: string): Promise<void> {
    const stream = createReadStream(source);
    await this.putStream(destination, stream).finally(() => stream.destroy());
  }

  /** The same, and removes it from there. */
  override async moveFromFs(source: string | URL, destination: string): Promise<void> {
    await this.copyFromFs(source, destination);
    await unlink(source);
  }

  /**
   * A part of a file.
   * @throws AppError notFound when there is no such file.
   */
  openRange(key: string, range: ByteRange): Promise<Readable> {
    return this.#found(this.store.openRange(key, range));
  }

  /**
   * How many bytes a file has.
   * @throws AppError notFound when there is no such file.
   */
  async sizeOf(key: string): Promise<number> {
    return (await this.#found(this.store.driver.getMetaData(key))).contentLength;
  }

  /** The keys of all files there are. */
  async *keys(): AsyncGenerator<string> {
    // A site that never kept a file has no folder for them.
    const nothing = (error: unknown): { objects: []; paginationToken?: undefined } => {
      if ((error as { cause?: { code?: string } }).cause?.code === 'ENOENT') return { objects: [] };
      throw error;
    };
    for (let paginationToken: string | undefined; ; ) {
      const page = await this.listAll('/', { recursive: true, paginationToken }).catch(nothing);
      for (const object of page.objects) if (object instanceof DriveFile) yield object.key;
      paginationToken = page.paginationToken;
      if (!paginationToken) return;
    }
  }

  #found<T>(asked: Promise<T>): Promise<T> {
    return asked.catch((error: unknown) => {
      throw this.store.isMissing(error) ? new AppError('notFound') : error;
    });
  }
}

/** In the bucket of an object store that is configured, else in a folder under `DATA_DIR`. */
export async function openFiles(
  { s3, dataDir }: Pick<Config, 's3' | 'dataDir'>,
  log: Logger,
): Promise<Files> {
  // Its client takes its time to load, and most sites need none.
  if (s3) return new Files((await import('./bucket.ts')).openBucket(s3, log));
  return new Files(openFolder(dataDir));
}

function openFolder(dataDir: string): Store {
  // Made with the first file.
  const location = path.join(dataDir, 'files');
  const room = async () => {
    const { bsize, bavail, blocks } = await statfs(dataDir);
    return { free: bavail * bsize, total: blocks * bsize };
  };
  return {
    driver: new FSDriver({ location, visibility: 'public' }),
    openRange: async (key, range) => {
      const stream = createReadStream(path.join(location, key), range);
      await once(stream, 'open');
      return stream;
    },
    isMissing,
    answers: async () => void (await room()),
    measure: () => measureFolder(location),
    room,
  };
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

async function measureFolder(location: string): Promise<Measured> {
  const measured = { files: 0, bytes: 0 };
  const gone = (error: unknown) => {
    if (!isMissing(error)) throw error;
    return null;
  };
  const folder = await opendir(location, { recursive: true }).catch(gone);
  for await (const entry of folder ?? []) {
    if (!entry.isFile()) continue;
    // Deleted while it was on its way.
    const file = await stat(path.join(entry.parentPath, entry.name)).catch(gone);
    if (!file) continue;
    measured.files++;
    measured.bytes += file.size;
  }
  return measured;
}
