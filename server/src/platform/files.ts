import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { Disk } from 'flydrive';
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
};

/**
 * Where players' files lie. Keys are made by us, never from a name that somebody sent.
 * All that asks a store of its own rejects with AppError unavailable while that is away.
 */
export class Files extends Disk {
  readonly #store: Store;

  constructor(store: Store) {
    super(store.driver);
    this.#store = store;
  }

  /**
   * A part of a file.
   * @throws AppError notFound when there is no such file.
   */
  async openRange(key: string, range: ByteRange): Promise<Readable> {
    try {
      return await this.#store.openRange(key, range);
    } catch (error) {
      throw this.#store.isMissing(error) ? new AppError('notFound') : error;
    }
  }

  /**
   * How many bytes a file has.
   * @throws AppError notFound when there is no such file.
   */
  async sizeOf(key: string): Promise<number> {
    try {
      return (await this.#store.driver.getMetaData(key)).contentLength;
    } catch (error) {
      throw this.#store.isMissing(error) ? new AppError('notFound') : error;
    }
  }
}

/** In the bucket of an object store that is configured, else in a folder under `DATA_DIR`. */
export async function openFiles(
  { s3, dataDir }: Pick<Config, 's3' | 'dataDir'>,
  log: Logger,
): Promise<Files> {
  // Its client takes its time to load, and most sites need none.
  if (s3) return new Files((await import('./bucket.ts')).openBucket(s3, log));
  return new Files(openFolder(path.join(dataDir, 'files')));
}

function openFolder(location: string): Store {
  return {
    driver: new FSDriver({ location, visibility: 'public' }),
    openRange: async (key, range) => {
      const stream = createReadStream(path.join(location, key), range);
      await once(stream, 'open');
      return stream;
    },
    isMissing: (error) => (error as NodeJS.ErrnoException).code === 'ENOENT',
  };
}
