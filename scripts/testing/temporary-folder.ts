import { mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY } from '../../shared/src/time-units.ts';

const MEMORY_FOLDER = '/dev/shm';
/** Room for the databases of all tests that run at once, with much to spare. */
const ENOUGH_BYTES = 4e9;
const PREFIX = 'rivalhold-scratch-';

/** A new empty folder for the data of one site: in memory where there is room, as no test needs what outlasts it. */
export const temporaryFolder = (): string =>
  mkdtempSync(join(hasMemoryRoom() ? MEMORY_FOLDER : tmpdir(), PREFIX));

/** Removes what test runs left behind that were killed. */
export function deleteLeftoverFolders(): void {
  for (const base of hasMemoryRoom() ? [MEMORY_FOLDER, tmpdir()] : [tmpdir()])
    for (const name of readdirSync(base).filter((one) => one.startsWith(PREFIX))) {
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
