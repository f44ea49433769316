import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** Error for a data folder that cannot be used. The message explains the reason and what to do. */
export class DataDirError extends Error {
  override name = 'DataDirError';
}

/**
 * Format of the data folder: the major PostgreSQL version of the embedded database, and the version of the folder
 * layout.
 */
const FORMAT = { postgres: 18, layout: 1 };
/**
 * Age in ms at which a lock file counts as stale if it has no valid content, or if it is the second lock file of
 * `removeDeadLock`. At this age, the process that created the file has certainly ended.
 */
const STALE_LOCK_MS = 10_000;
/** Maximum time in ms to wait for a killed process to exit. */
const EXIT_TIMEOUT_MS = 3_000;
const EXIT_POLL_MS = 100;

type LockOwner = { pid: number; startedAt: string; boot: string; id: string };

/**
 * Return the path of the operator socket. The path is absolute or relative: the shorter form is used, because the
 * length of socket paths is limited.
 */
export function operatorSocketPath(dataDir: string): string {
  if (process.platform === 'win32')
    return `\\\\.\\pipe\\rivalhold-${Buffer.from(path.resolve(dataDir)).toString('hex')}`;
  const whole = path.join(dataDir, 'operator.sock');
  const fromHere = path.relative(process.cwd(), whole);
  return fromHere.length < whole.length ? fromHere : whole;
}

/**
 * Lock `DATA_DIR` for this process. If the process that holds the lock no longer runs, replace its lock.
 * @returns a function that releases the lock
 * @throws DataDirError if a running process holds the lock, or if the folder has another format than `FORMAT`
 */
export async function lockDataDir(dataDir: string): Promise<() => void> {
  const file = path.join(dataDir, 'lock');
  const mine: LockOwner = {
    pid: process.pid,
    startedAt: processStart(process.pid),
    boot: bootId(),
    id: randomUUID(),
  };
  const take = (): boolean => createExclusive(file, JSON.stringify(mine));
  if (!take()) {
    await removeDeadLock(dataDir, file);
    if (!take()) throw held(file);
  }
  const release = (): void => {
    if (readLockOwner(file)?.id === mine.id) rmSync(file, { force: true });
  };
  try {
    checkFormat(dataDir);
  } catch (error) {
    release();
    throw error;
  }
  return release;
}

/**
 * Remove the lock of a dead process. A second lock file ensures that only one process does this at a time. Otherwise, a
 * process could remove the new lock of another process.
 */
async function removeDeadLock(dataDir: string, file: string): Promise<void> {
  const guard = `${file}.evicting`;
  if (!createExclusive(guard, String(process.pid))) {
    if (isRecentlyWritten(guard)) throw held(file);
    rmSync(guard, { force: true });
    if (!createExclusive(guard, String(process.pid))) throw held(file);
  }
  try {
    const holder = readLockOwner(file);
    // If the lock file is new and has no valid content, another process has just created it and is still
    // writing it.
    if (!holder && isRecentlyWritten(file)) throw held(file);
    if (holder && (await remainsAlive(holder, dataDir))) throw held(file);
    rmSync(file, { force: true });
  } finally {
    rmSync(guard, { force: true });
  }
}

const isRecentlyWritten = (file: string): boolean =>
  Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) < STALE_LOCK_MS;

function createExclusive(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function readLockOwner(file: string): LockOwner | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as LockOwner;
  } catch {
    return null;
  }
}

function held(file: string): DataDirError {
  const holder = readLockOwner(file);
  return new DataDirError(
    `Another Rivalhold server${holder ? ` (process ${holder.pid})` : ''} is using this data folder: ${path.dirname(file)}. ` +
      'Stop it first, or set DATA_DIR to another folder.',
  );
}

/**
 * Report whether the holder still runs. If its operator socket does not answer, wait up to `EXIT_TIMEOUT_MS` for the
 * holder to exit.
 */
async function remainsAlive(holder: LockOwner, dataDir: string): Promise<boolean> {
  for (let waited = 0; ; waited += EXIT_POLL_MS) {
    if (await isListening(operatorSocketPath(dataDir))) return true;
    if (!isLive(holder)) return false;
    if (waited >= EXIT_TIMEOUT_MS) return true;
    await setTimeout(EXIT_POLL_MS);
  }
}

function isLive(holder: LockOwner): boolean {
  if (holder.boot !== bootId()) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  // Compare the start times, because a different process might have the same pid by now.
  return (
    processStart(holder.pid) === holder.startedAt && (holder.startedAt !== '' || holder.pid !== process.pid)
  );
}

function processStart(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie process has ended, but its parent has not collected its exit status.
    return fields[0] === 'Z' || fields[0] === 'X' ? 'ended' : (fields[19] ?? '');
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

/**
 * Throw if a server on this machine is using the data folder. A server with an external PostgreSQL database uses the
 * folder, too, but does not lock it. Therefore, check the operator socket instead of the lock.
 * @throws DataDirError
 */
export async function assertFolderUnused(dataDir: string): Promise<void> {
  if (await isListening(operatorSocketPath(dataDir))) throw held(path.join(dataDir, 'lock'));
}

function isListening(address: string): Promise<boolean> {
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
    // Write a temporary file and rename it, so that a crash leaves no partial file.
    writeFileSync(`${file}.new`, `${JSON.stringify(FORMAT)}\n`);
    renameSync(`${file}.new`, file);
    return;
  }
  const found = readFormat(file);
  if (found?.postgres === FORMAT.postgres && found.layout === FORMAT.layout) return;
  if (!found) throw new DataDirError(`${file} cannot be read. Restore a backup to another DATA_DIR.`);
  throw new DataDirError(
    `The data in ${dataDir} was written by another version (PostgreSQL ${found.postgres}, layout ${found.layout}; ` +
      `this version reads PostgreSQL ${FORMAT.postgres}, layout ${FORMAT.layout}). ` +
      'Start the version that wrote the data, make a backup with it, and restore the backup here.',
  );
}

function readFormat(file: string): Partial<typeof FORMAT> | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<typeof FORMAT> | null;
  } catch {
    return null;
  }
}
