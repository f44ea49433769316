import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';

/** The folder cannot be used; the message says why and what to do. */
export class DataDirError extends Error {
  override name = 'DataDirError';
}

/** The database files' own version: PostgreSQL's major one, as the embedded database is built on it. */
const FORMAT = { postgres: 18, layout: 1 };
const GUARD_STALE_MS = 10_000;

type Holder = { pid: number; startedAt: string; boot: string; id: string };

export const operatorSocket = (dataDir: string): string =>
  process.platform === 'win32'
    ? `\\\\.\\pipe\\rivalhold-${Buffer.from(path.resolve(dataDir)).toString('hex')}`
    : path.join(dataDir, 'operator.sock');

/**
 * Takes `DATA_DIR` for this process. A live holder is never evicted, a dead one is.
 * @returns what gives the folder free again.
 * @throws DataDirError when a live process holds it, or the files have another format.
 */
export async function lockDataDir(dataDir: string): Promise<() => void> {
  const file = path.join(dataDir, 'lock');
  const mine: Holder = {
    pid: process.pid,
    startedAt: processStart(process.pid),
    boot: bootId(),
    id: randomUUID(),
  };
  const take = (): boolean => createOnly(file, JSON.stringify(mine));
  if (!take()) {
    await evictDead(dataDir, file);
    if (!take()) throw held(file);
  }
  const release = (): void => {
    if (readHolder(file)?.id === mine.id) rmSync(file, { force: true });
  };
  try {
    checkFormat(dataDir);
  } catch (error) {
    release();
    throw error;
  }
  return release;
}

/** Only one process at a time may judge a holder, or two could each evict the other's fresh lock. */
async function evictDead(dataDir: string, file: string): Promise<void> {
  const guard = `${file}.evicting`;
  if (!createOnly(guard, String(process.pid))) {
    if (Date.now() - (statSync(guard, { throwIfNoEntry: false })?.mtimeMs ?? 0) < GUARD_STALE_MS)
      throw held(file);
    rmSync(guard, { force: true });
    if (!createOnly(guard, String(process.pid))) throw held(file);
  }
  try {
    const holder = readHolder(file);
    if (holder && (isLive(holder) || (await answers(operatorSocket(dataDir))))) throw held(file);
    rmSync(file, { force: true });
  } finally {
    rmSync(guard, { force: true });
  }
}

function createOnly(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function readHolder(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return null;
  }
}

function held(file: string): DataDirError {
  const holder = readHolder(file);
  return new DataDirError(
    `Another Rivalhold${holder ? ` (process ${holder.pid})` : ''} is using this data folder: ${path.dirname(file)}. ` +
      'Stop it first, or choose another folder with DATA_DIR.',
  );
}

function isLive(holder: Holder): boolean {
  if (holder.boot !== bootId() || holder.pid === process.pid) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  // The number may have been given to another process since.
  return processStart(holder.pid) === holder.startedAt;
}

function processStart(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}

function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    const end = (live: boolean) => () => {
      socket.destroy();
      resolve(live);
    };
    socket.once('connect', end(true)).once('error', end(false)).setTimeout(2_000, end(true));
  });
}

function checkFormat(dataDir: string): void {
  const file = path.join(dataDir, 'format.json');
  if (!existsSync(file)) {
    writeFileSync(file, `${JSON.stringify(FORMAT)}\n`);
    return;
  }
  const found = JSON.parse(readFileSync(file, 'utf8')) as typeof FORMAT;
  if (found.postgres === FORMAT.postgres && found.layout === FORMAT.layout) return;
  throw new DataDirError(
    `The data in ${dataDir} was written by another version (PostgreSQL ${found.postgres}, layout ${found.layout}; ` +
      `this one reads PostgreSQL ${FORMAT.postgres}, layout ${FORMAT.layout}). Start the version that wrote it, ` +
      'make a backup there, and restore it here.',
  );
}
