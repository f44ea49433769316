import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataDirError, lockDataDir, operatorSocketPath } from './data-dir.ts';

let folder: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'rivalhold-lock-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) await killed(child);
  rmSync(folder, { recursive: true });
});

const killed = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });

/**
 * Start another process that tries to lock the folder, and return its output. If the process gets the lock, it keeps
 * the lock until it is killed.
 */
async function lockInOtherProcess(): Promise<{ said: string; child: ChildProcess }> {
  const script = `
    const { lockDataDir } = await import(${JSON.stringify(path.join(import.meta.dirname, 'data-dir.ts'))});
    try {
      await lockDataDir(${JSON.stringify(folder)});
      console.log('held');
      setInterval(() => {}, 60_000);
    } catch (error) {
      console.log(error.name + ': ' + error.message);
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const said = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (data) => resolve(String(data).trim()));
    child.once('exit', () => reject(new Error('The process exited without output')));
  });
  return { said, child };
}
const lockFile = () => path.join(folder, 'lock');

describe('the lock of a data folder', () => {
  it('cannot be acquired again by its holder or by another process while the holder runs', async () => {
    const { said, child } = await lockInOtherProcess();
    expect(said).toBe('held');
    await expect(lockDataDir(folder)).rejects.toThrow(
      new DataDirError(
        `Another Rivalhold server (process ${child.pid}) is using this data folder: ${folder}. ` +
          'Stop it first, or set DATA_DIR to another folder.',
      ),
    );
    await killed(child);
    await lockDataDir(folder);
    await expect(lockDataDir(folder)).rejects.toThrow(DataDirError);
    expect((await lockInOtherProcess()).said).toContain(
      `DataDirError: Another Rivalhold server (process ${process.pid})`,
    );
  });

  it('can be taken over from a killed process', async () => {
    const { child } = await lockInOtherProcess();
    await killed(child);
    expect(existsSync(lockFile())).toBe(true);
    const release = await lockDataDir(folder);
    expect(JSON.parse(readFileSync(lockFile(), 'utf8')).pid).toBe(process.pid);
    release();
    expect(existsSync(lockFile())).toBe(false);
  });

  it('can be taken over if the holder’s pid now belongs to a different process', async () => {
    await lockDataDir(folder);
    const holder = JSON.parse(readFileSync(lockFile(), 'utf8')) as Record<string, unknown>;
    writeFileSync(lockFile(), JSON.stringify({ ...holder, pid: process.ppid, startedAt: '1' }));
    await expect(lockDataDir(folder)).resolves.toBeTypeOf('function');
  });

  it('can be taken over if the holder ran before the last reboot', async () => {
    await lockDataDir(folder);
    const holder = JSON.parse(readFileSync(lockFile(), 'utf8')) as Record<string, unknown>;
    writeFileSync(lockFile(), JSON.stringify({ ...holder, boot: 'another' }));
    await expect(lockDataDir(folder)).resolves.toBeTypeOf('function');
  });

  it('is not taken over while the holder is still writing the lock file', async () => {
    writeFileSync(lockFile(), '');
    await expect(lockDataDir(folder)).rejects.toThrow(DataDirError);
    const before = new Date(Date.now() - 60_000);
    utimesSync(lockFile(), before, before);
    await expect(lockDataDir(folder)).resolves.toBeTypeOf('function');
  });

  it('is taken over by exactly one of several processes that find a dead holder', async () => {
    const { child } = await lockInOtherProcess();
    await killed(child);
    const all = await Promise.all(Array.from({ length: 6 }, lockInOtherProcess));
    expect(all.filter(({ said }) => said === 'held').length).toBe(1);
    expect(all.filter(({ said }) => said.startsWith('DataDirError')).length).toBe(5);
  });

  it('is not released by a process that no longer holds it', async () => {
    const release = await lockDataDir(folder);
    rmSync(lockFile());
    const { said } = await lockInOtherProcess();
    expect(said).toBe('held');
    release();
    expect(existsSync(lockFile())).toBe(true);
  });
});

describe('the format of a data folder', () => {
  const formatFile = () => path.join(folder, 'format.json');

  it('is written at the first start, and accepted at the next start', async () => {
    (await lockDataDir(folder))();
    expect(JSON.parse(readFileSync(formatFile(), 'utf8'))).toEqual({ postgres: 18, layout: 1 });
    await expect(lockDataDir(folder)).resolves.toBeTypeOf('function');
  });

  it.each(['{"postgres":17,"layout":1}', '{"postgres":18,"layout":2}'])(
    'is rejected with instructions if the version differs: %s',
    async (text) => {
      writeFileSync(formatFile(), text);
      const { postgres, layout } = JSON.parse(text) as { postgres: number; layout: number };
      await expect(lockDataDir(folder)).rejects.toThrow(
        new DataDirError(
          `The data in ${folder} was written by another version (PostgreSQL ${postgres}, layout ${layout}; ` +
            'this version reads PostgreSQL 18, layout 1). Start the version that wrote the data, make a backup with ' +
            'it, and restore the backup here.',
        ),
      );
      expect(existsSync(lockFile())).toBe(false);
      expect(readFileSync(formatFile(), 'utf8')).toBe(text);
    },
  );

  it.each(['', '{', 'null'])('is rejected if it is unreadable: “%s”', async (text) => {
    writeFileSync(formatFile(), text);
    await expect(lockDataDir(folder)).rejects.toThrow(DataDirError);
    expect(existsSync(lockFile())).toBe(false);
  });
});

describe('the operator socket', () => {
  it('has a path relative to the working directory if that path is shorter', () => {
    const deep = path.join(process.cwd(), 'data');
    expect(operatorSocketPath(deep)).toBe(path.join('data', 'operator.sock'));
    expect(operatorSocketPath('/srv/data')).toBe('/srv/data/operator.sock');
  });
});
