import { mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY } from '../../shared/src/time-units.ts';

const MEMORY_FOLDER = '/dev/shm';
/** Free space that the in-memory folder must have. It is enough for the databases of all concurrent tests. */
const ENOUGH_BYTES = 4e9;
const PREFIX = 'rivalhold-scratch-';

/**
 * Create an empty folder for the data of a site or of its services. If there is enough space, the folder is in memory,
 * because tests need no durability.
 */
export const temporaryFolder = (): string =>
  mkdtempSync(join(hasMemoryRoom() ? MEMORY_FOLDER : tmpdir(), PREFIX));

/** Delete folders that are more than a day old. A killed test run leaves its folders behind. */
export function deleteLeftoverFolders(): void {
  for (const base of hasMemoryRoom() ? [MEMORY_FOLDER, tmpdir()] : [tmpdir()])
    for (const name of readdirSync(base).filter((item) => item.startsWith(PREFIX))) {
      const path = join(base, name);
      if (Date.now() - statSync(path).mtimeMs > DAY) rmSync(path, { recursive: true, force: true });
    }
}

function hasMemoryRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    return bavail * bsize > ENOUGH_BYTES;
  } catch {
    return false;
  }
}
