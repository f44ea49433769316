import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';

/** Where players' files lie. Keys are made by us, never from a name that somebody sent. */
export class Files extends Disk {
  readonly #location: string;

  constructor(location: string) {
    super(new FSDriver({ location, visibility: 'public' }));
    this.#location = location;
  }

  /**
   * A part of a file, both ends included.
   * @throws the system's error when there is no such file.
   */
  async openRange(key: string, { start, end }: { start: number; end: number }): Promise<Readable> {
    const stream = createReadStream(path.join(this.#location, key), { start, end });
    await once(stream, 'open');
    return stream;
  }
}

/** A folder under `DATA_DIR`. */
export const openFiles = (dataDir: string): Files => new Files(path.join(dataDir, 'files'));
