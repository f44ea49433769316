import { expect, it, vi } from 'vitest';
import { freezeImage, isAnimatedWebp } from './freeze-image.ts';

/** The first 21 bytes of a WebP: its kind, then a length, then what is told of it. */
const head = (kind: string, flags: number) =>
  Uint8Array.from([...Buffer.from(`RIFF\0\0\0\0WEBP${kind}\u000a\0\0\0`, 'latin1'), flags]);

it('tells a picture of several frames by its header', () => {
  expect(isAnimatedWebp(head('VP8X', 0b0000_0010))).toBe(true);
  expect(isAnimatedWebp(head('VP8X', 0b0001_0010))).toBe(true);
  expect(isAnimatedWebp(head('VP8X', 0b0011_1100))).toBe(false);
  // In these the byte is the first of the picture itself.
  expect(isAnimatedWebp(head('VP8 ', 0b0000_0010))).toBe(false);
  expect(isAnimatedWebp(head('VP8L', 0b0010_1111))).toBe(false);
  expect(isAnimatedWebp(new Uint8Array())).toBe(false);
});

it('tries a picture again that could not be read', async () => {
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
