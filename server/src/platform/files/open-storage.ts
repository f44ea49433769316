import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { opendir, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { FSDriver } from 'flydrive/drivers/fs';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { FileStorage, type ObjectStore, type StorageUsage } from './storage.ts';

/** Open the configured S3 bucket. If none is configured, open a folder under `DATA_DIR`. */
export async function openFiles(
  { s3, dataDir }: Pick<Config, 's3' | 'dataDir'>,
  log: Logger,
): Promise<FileStorage> {
  // Load the S3 client only here, because loading is slow and most sites do not need it.
  if (s3) return new FileStorage((await import('./s3.ts')).openBucket(s3, log));
  return new FileStorage(openFolderStore(dataDir));
}

function openFolderStore(dataDir: string): ObjectStore {
  const location = path.join(dataDir, 'files');
  // Measure the files folder, because it can be a separate mount. Until the first file is stored, this folder
  // does not exist, so measure `DATA_DIR` instead.
  const freeSpace = () =>
    freeSpaceOf(location).catch((error) => (isMissing(error) ? freeSpaceOf(dataDir) : Promise.reject(error)));
  return {
    driver: new FSDriver({ location, visibility: 'public' }),
    openRange: async (key, range) => {
      const stream = createReadStream(path.join(location, key), range);
      await once(stream, 'open');
      return stream;
    },
    isMissing,
    ping: async () => void (await freeSpace()),
    measureUsage: () => measureFolder(location),
    freeSpace,
  };
}

/** Return the free and total space of a folder's disk in bytes. */
export async function freeSpaceOf(folder: string): Promise<{ free: number; total: number }> {
  const { bsize, bavail, blocks } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

async function measureFolder(location: string): Promise<StorageUsage> {
  const measured = { files: 0, bytes: 0 };
  const ignoreMissing = (error: unknown) => {
    if (!isMissing(error)) throw error;
    return null;
  };
  const folder = await opendir(location, { recursive: true }).catch(ignoreMissing);
  for await (const entry of folder ?? []) {
    if (!entry.isFile()) continue;
    // The file might have been deleted after it was listed.
    const file = await stat(path.join(entry.parentPath, entry.name)).catch(ignoreMissing);
    if (!file) continue;
    measured.files++;
    measured.bytes += file.size;
  }
  return measured;
}
