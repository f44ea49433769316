import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../scripts/testing/temporary-folder.ts';
import { createVideo } from '../../features/attachments/testing.ts';
import { createPng, createSlowGif } from '../../testing/images.ts';
import { Decoder, decode } from './decoder.ts';
import type { DecoderResponse } from './tasks.ts';

let slowGif: Buffer;
beforeAll(async () => {
  slowGif = await createSlowGif();
});

const { execPath } = process;
afterEach(() => {
  process.execPath = execPath;
});

it('rejects files with the code `unavailable` while the decoder process cannot start', async () => {
  const file = join(temporaryFolder(), 'picture');
  writeFileSync(file, 'no picture');
  const ask = (): Promise<DecoderResponse> =>
    decode(
      { type: 'image', file, fits: [], kinds: ['png'] },
      { userId: 1, signal: new AbortController().signal },
    );
  process.execPath = join(temporaryFolder(), 'nowhere');
  // A decoder that is still running from an earlier test exits after 5 s without work. Every attempt gives it work, so
  // wait longer than 5 s between attempts.
  await expect.poll(() => ask().catch(({ code }) => code), { interval: 6_000 }).toBe('unavailable');
  process.execPath = execPath;
  expect(await ask()).toEqual({ refused: { code: 'mediaType', message: null } });
});

it('rejects files with the code `unavailable` if the disk is full', async () => {
  const full = (path: string): string => {
    symlinkSync('/dev/full', path);
    return path;
  };
  const file = join(temporaryFolder(), 'file');
  const uploader = { userId: 1, signal: new AbortController().signal };
  writeFileSync(file, await createPng());
  full(`${file}-0.webp`);
  const fits = [{ width: 8, height: 8, fit: 'inside' }] as const;
  await expect(decode({ type: 'image', file, fits, kinds: ['png'] }, uploader)).rejects.toMatchObject({
    code: 'unavailable',
    cause: { message: expect.stringContaining('ENOSPC') },
  });
  for (const container of ['mp4', 'webm'] as const) {
    writeFileSync(file, await createVideo({ container }));
    const task = { type: 'video', file, to: full(`${file}.${container}`) } as const;
    await expect(decode(task, uploader)).rejects.toMatchObject({ code: 'unavailable' });
  }
});

it('stops decoding a file that takes too much CPU time', async () => {
  const decoder = new Decoder({ maxCpuMs: 700 });
  const file = join(temporaryFolder(), 'file');
  const charged: number[] = [];
  const uploader = {
    userId: 1,
    signal: new AbortController().signal,
    charge: async (ms: number) => void charged.push(ms),
  };
  const task = {
    type: 'image',
    file,
    fits: [{ width: 8, height: 8, fit: 'inside' }],
    kinds: ['gif', 'png'],
  } as const;
  writeFileSync(file, slowGif);
  const inFull = [{ width: 282, height: 282, fit: 'inside' }] as const;
  expect(await decoder.decode({ ...task, fits: inFull }, uploader)).toBeNull();
  expect(charged).toEqual([expect.toSatisfy((ms: number) => ms > 700 && ms < 5_000)]);
  writeFileSync(file, await createPng());
  expect(await decoder.decode(task, uploader)).toMatchObject({ done: [{ width: 8, height: 6 }] });
});

/** Return the ids of the child processes of this process. */
const childProcesses = (): string[] =>
  readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ');

it.runIf(process.platform === 'linux')(
  'ends the decoder process for small pictures when a picture is too large for this process',
  async () => {
    const decoder = new Decoder({ maxCpuMs: 5_000 });
    const before = new Set(childProcesses());
    const started = () => childProcesses().filter((id) => !before.has(id));
    const file = join(temporaryFolder(), 'file');
    const uploader = { userId: 1, signal: new AbortController().signal };
    const fits = [{ width: 4, height: 3, fit: 'inside' }] as const;
    const task = { type: 'image', file, fits, kinds: ['png'] } as const;
    writeFileSync(file, await createPng());
    expect(await decoder.decode({ ...task, maxStillPixels: 1 }, uploader)).toBeNull();
    await expect.poll(started, { timeout: 3_000 }).toEqual([]);
    expect(await decoder.decode(task, uploader)).toMatchObject({ done: [{ width: 4, height: 3 }] });
    expect(started()).toHaveLength(1);
  },
);

it('queues small pictures from other sites behind large files', async () => {
  const folder = temporaryFolder();
  const [large, small] = [join(folder, 'large'), join(folder, 'small')];
  writeFileSync(large, slowGif);
  writeFileSync(small, await createPng());
  const task = {
    type: 'image',
    fits: [{ width: 8, height: 8, fit: 'inside' }],
    kinds: ['gif', 'png'],
  } as const;
  const { signal } = new AbortController();
  let isDone = false;
  // Mark both files as external, because `decode` queues an external file immediately. For an upload, `decode` would
  // first read the size of the file, so the small file could be queued before the large file.
  const first = decode({ ...task, file: large }, { userId: 1, signal, isExternal: true }).then(() => {
    isDone = true;
  });
  await decode({ ...task, file: small }, { userId: 0, signal, isExternal: true });
  expect(isDone).toBe(true);
  await first;
});

it('removes a waiting file from the queue when its uploader disconnects', async () => {
  const decoder = new Decoder({ maxCpuMs: 20_000 });
  const folder = temporaryFolder();
  const [large, small] = [join(folder, 'large'), join(folder, 'small')];
  writeFileSync(large, slowGif);
  writeFileSync(small, await createPng());
  const task = {
    type: 'image',
    fits: [{ width: 8, height: 8, fit: 'inside' }],
    kinds: ['gif', 'png'],
  } as const;
  const [gone, stays] = [new AbortController(), new AbortController()];
  let isDone = false;
  const first = decoder.decode({ ...task, file: large }, { userId: 1, signal: stays.signal }).then(() => {
    isDone = true;
  });
  const second = decoder.decode({ ...task, file: small }, { userId: 2, signal: gone.signal });
  gone.abort(new Error('gone'));
  await expect(second).rejects.toThrow('gone');
  expect(isDone).toBe(false);
  await first;
});
