import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useTestApp } from '../../testing/app.ts';
import { deleteStaleUploads, uploadDigest } from './uploads.ts';

const app = useTestApp();

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'rivalhold-uploads-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

it('deletes at startup only the unfinished uploads of servers that no longer run', async () => {
  const folder = path.join(dataDir, 'uploads');
  mkdirSync(folder);
  const write = (name: string) => writeFileSync(path.join(folder, name), 'x');
  const gone = spawnSync(process.execPath, ['-e', '']).pid;
  const ofRunning = `${hostname()}~${process.ppid}~a`;
  for (const name of [`${hostname()}~${gone}~b`, `${hostname()}~${process.pid}~c`]) write(name);
  for (const name of [ofRunning, 'elsewhere~1~d', 'elsewhere~1~old']) write(name);
  const before = new Date(Date.now() - 2 * 3_600_000);
  utimesSync(path.join(folder, 'elsewhere~1~old'), before, before);
  await deleteStaleUploads(dataDir);
  expect(readdirSync(folder).sort()).toEqual(['elsewhere~1~d', ofRunning].sort());
});

it('deletes nothing at startup if there is no upload folder', async () => {
  await deleteStaleUploads(dataDir);
  expect(readdirSync(dataDir)).toEqual([]);
});

it('rejects a malformed form as a client error', async () => {
  const failing = (error: Error) => {
    const parts = () => {
      throw error;
    };
    const request = { ip: '192.0.2.1', raw: { socket: new Socket() }, isMultipart: () => true, parts };
    return uploadDigest(app.site, request as never, 1);
  };
  await expect(failing(new Error('Unexpected end of form'))).rejects.toMatchObject({ code: 'invalid' });
  const ours = new TypeError('x is not a function');
  await expect(failing(ours)).rejects.toBe(ours);
});
