import { mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY } from '../../shared/src/time-units.ts';

const MEMORY = '/dev/shm';
/** Room for the databases of all tests that run at once, with much to spare. */
const ENOUGH_BYTES = 4e9;
const PREFIX = 'rivalhold-scratch-';

/** A new empty folder for the data of one site: in memory where there is room, as no test needs what outlasts it. */
export const scratchFolder = (): string => mkdtempSync(join(hasRoom() ? MEMORY : tmpdir(), PREFIX));

/** Removes what test runs left behind that were killed. */
export function forgetScratch(): void {
  for (const base of hasRoom() ? [MEMORY, tmpdir()] : [tmpdir()])
    for (const name of readdirSync(base).filter((one) => one.startsWith(PREFIX))) {
      const path = join(base, name);
      if (Date.now() - statSync(path).mtimeMs > DAY) rmSync(path, { recursive: true, force: true });
    }
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ENOUGH_BYTES;
  } catch {
    return false;
  }
}
