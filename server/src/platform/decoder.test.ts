import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { scratchFolder } from '../../../scripts/testing/scratch.ts';
import { type DecoderAnswer, decode } from './decoder.ts';

const { execPath } = process;
afterEach(() => {
  process.execPath = execPath;
});

it('has nobody wait for a decoder that cannot be started, and starts one when it can again', async () => {
  const file = join(scratchFolder(), 'picture');
  writeFileSync(file, 'no picture');
  const ask = (): Promise<DecoderAnswer> =>
    decode({ does: 'picture', file, fits: [], kinds: ['png'] }, { userId: 1, isWanted: () => true });
  process.execPath = join(scratchFolder(), 'nowhere');
  // One that another file of tests has left goes by itself, when nobody has asked it for 5 s.
  await expect
    .poll(() => ask().catch(({ code }) => code), { interval: 6_000, timeout: 30_000 })
    .toBe('unavailable');
  process.execPath = execPath;
  expect(await ask()).toEqual({ refused: 'mediaType' });
});
