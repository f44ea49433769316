import { createReadStream } from 'node:fs';
import { unlink } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { Disk, DriveFile } from 'flydrive';
import type { DriverContract } from 'flydrive/types';
import { AppError } from '../errors.ts';

/** The bytes from `start` to `end`, both included. */
export type ByteRange = { start: number; end: number };
export type ObjectStore = {
  driver: DriverContract;
  /** A part of a file as a stream that has begun; rejects with the store's own error. */
  openRange(key: string, range: ByteRange): Promise<Readable>;
  /** Whether an error says that there is no such file. */
  isMissing(error: unknown): boolean;
  /** Rejects when it cannot be reached. */
  ping(): Promise<void>;
  /** How many files there are, and their bytes; asks for all of them. */
  measureUsage(): Promise<StorageUsage>;
  /** Bytes of the disk that they lie on; null where that is not ours to know. */
  freeSpace(): Promise<{ free: number; total: number } | null>;
};
export type StorageUsage = { files: number; bytes: number };

/**
 * Where players' files lie. Keys are made by us, never from a name that somebody sent.
 * All that asks a store of its own rejects with AppError unavailable while that is away.
 */
export class FileStorage extends Disk {
  readonly store: ObjectStore;

  constructor(store: ObjectStore) {
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
    return this.#orUndefined(this.store.openRange(key, range));
  }

  /**
   * How many bytes a file has.
   * @throws AppError notFound when there is no such file.
   */
  async sizeOf(key: string): Promise<number> {
    return (await this.#orUndefined(this.store.driver.getMetaData(key))).contentLength;
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

  #orUndefined<T>(asked: Promise<T>): Promise<T> {
    return asked.catch((error: unknown) => {
      throw this.store.isMissing(error) ? new AppError('notFound') : error;
    });
  }
}
