import path from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';

/** Where players' files lie. Keys are made by us, never from a name that somebody sent. */
export type Files = Disk;

/** A folder under `DATA_DIR`. */
export function openFiles(dataDir: string): Files {
  return new Disk(new FSDriver({ location: path.join(dataDir, 'files'), visibility: 'public' }));
}
