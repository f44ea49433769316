import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../scripts/testing/temporary-folder.ts';
import { createVideo } from '../../features/attachments/testing.ts';
import { createPng } from '../../features/photos/testing.ts';
import { decode } from './decoder.ts';
import type { DecoderResponse } from './tasks.ts';

const { execPath } = process;
afterEach(() => {
  process.execPath = execPath;
});

it('fails fast while no decoder can be started, and starts one when possible', async () => {
  const file = join(temporaryFolder(), 'picture');
  writeFileSync(file, 'no picture');
  const ask = (): Promise<DecoderResponse> =>
    decode({ does: 'picture', file, fits: [], kinds: ['png'] }, { userId: 1, isStillWanted: () => true });
  process.execPath = join(temporaryFolder(), 'nowhere');
  // A decoder left by another test file exits after 5 s without work.
  await expect
    .poll(() => ask().catch(({ code }) => code), { interval: 6_000, timeout: 30_000 })
    .toBe('unavailable');
  process.execPath = execPath;
  expect(await ask()).toEqual({ refused: { code: 'mediaType', message: null } });
});

it('reports a full disk as such, and does not reject the file', async () => {
  const full = (path: string): string => {
    symlinkSync('/dev/full', path);
    return path;
  };
  const file = join(temporaryFolder(), 'file');
  const asker = { userId: 1, isStillWanted: () => true };
  writeFileSync(file, await createPng().png().toBuffer());
  full(`${file}-0.webp`);
  const fits = [{ width: 8, height: 8, fit: 'inside' }] as const;
  await expect(decode({ does: 'picture', file, fits, kinds: ['png'] }, asker)).rejects.toMatchObject({
    code: 'unavailable',
    cause: { message: expect.stringContaining('ENOSPC') },
  });
  for (const container of ['mp4', 'webm'] as const) {
    writeFileSync(file, await createVideo({ container }));
    const task = { does: 'video', file, to: full(`${file}.${container}`) } as const;
    await expect(decode(task, asker)).rejects.toMatchObject({ code: 'unavailable' });
  }
});
