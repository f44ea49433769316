import { expect, it, vi } from 'vitest';
import { freezeImage, isAnimatedWebp } from './freeze-image.ts';

/** Return the first 21 bytes of a WebP whose first chunk has this type and these flags. */
const head = (kind: string, flags: number) =>
  Uint8Array.from([...Buffer.from(`RIFF\0\0\0\0WEBP${kind}\u000a\0\0\0`, 'latin1'), flags]);

it('detects an animated picture by its header', () => {
  expect(isAnimatedWebp(head('VP8X', 0b0000_0010))).toBe(true);
  expect(isAnimatedWebp(head('VP8X', 0b0001_0010))).toBe(true);
  expect(isAnimatedWebp(head('VP8X', 0b0011_1100))).toBe(false);
  // A file that begins with the chunk `VP8 ` or `VP8L` is not animated. These chunks contain picture data in place of the
  // byte with the flags.
  expect(isAnimatedWebp(head('VP8 ', 0b0000_0010))).toBe(false);
  expect(isAnimatedWebp(head('VP8L', 0b0010_1111))).toBe(false);
  expect(isAnimatedWebp(new Uint8Array())).toBe(false);
});

it('fetches a picture again only if the previous request failed', async () => {
  const fetchMock = vi.fn().mockRejectedValueOnce(new TypeError('Failed to fetch'));
  fetchMock.mockImplementation(async () => new Response('no picture'));
  vi.stubGlobal('fetch', fetchMock);
  const picture = { currentSrc: '/media/lost.webp' } as HTMLImageElement;
  await expect(freezeImage(picture)).rejects.toThrow();
  await freezeImage(picture);
  await freezeImage(picture);
  expect(fetchMock).toHaveBeenCalledTimes(2);
  vi.unstubAllGlobals();
});
