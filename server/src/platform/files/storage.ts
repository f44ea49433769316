import { createReadStream } from 'node:fs';
import { unlink } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { Disk, DriveFile } from 'flydrive';
import type { DriverContract } from 'flydrive/types';
import { AppError } from '../errors.ts';

/** A range of bytes from `start` to `end`, both included. */
export type ByteRange = { start: number; end: number };
export type ObjectStore = {
  driver: DriverContract;
  /** Open a stream of a range of a file. Resolve when the store has responded. Reject with the store's own error. */
  openRange(key: string, range: ByteRange): Promise<Readable>;
  /** Report whether an error means that the file does not exist. */
  isMissing(error: unknown): boolean;
  /** Reject if the store cannot be reached. */
  ping(): Promise<void>;
  /** Return the number of files and their total size. This is slow, because it lists all files. */
  measureUsage(): Promise<StorageUsage>;
  /** Return the free and total space of the disk in bytes. Return null if they are unknown. */
  freeSpace(): Promise<{ free: number; total: number } | null>;
};
export type StorageUsage = { files: number; bytes: number };

/**
 * Storage for players' files. The server generates the keys, and never derives them from a client's file name. While an
 * external store is down, every method rejects with AppError `unavailable`.
 */
export class FileStorage extends Disk {
  readonly store: ObjectStore;

  constructor(store: ObjectStore) {
    super(store.driver);
    this.store = store;
  }

  /**
   * Upload a local file, and close it even if the upload fails. This method replaces flydrive's method, which leaves
   * the file open if the store fails.
   */
  override async copyFromFs(source: string | URL, destination: string): Promise<void> {
    const stream = createReadStream(source);
    await this.putStream(destination, stream).finally(() => stream.destroy());
  }

  /** Upload a local file and delete it. */
  override async moveFromFs(source: string | URL, destination: string): Promise<void> {
    await this.copyFromFs(source, destination);
    await unlink(source);
  }

  /**
   * Return a range of a file as a stream.
   * @throws AppError `notFound` if the file does not exist.
   */
  openRange(key: string, range: ByteRange): Promise<Readable> {
    return this.#orNotFound(this.store.openRange(key, range));
  }

  /**
   * Return the size of a file in bytes.
   * @throws AppError `notFound` if the file does not exist.
   */
  async sizeOf(key: string): Promise<number> {
    return (await this.#orNotFound(this.store.driver.getMetaData(key))).contentLength;
  }

  /** List the keys of all files. */
  async *keys(): AsyncGenerator<string> {
    // The folder does not exist until the first file is stored.
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

  /** Replace the driver's error for a missing file with AppError `notFound`. */
  #orNotFound<T>(read: Promise<T>): Promise<T> {
    return read.catch((error: unknown) => {
      throw this.store.isMissing(error) ? new AppError('notFound') : error;
    });
  }
}
