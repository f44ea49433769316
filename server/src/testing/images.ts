import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import sharp, { type Sharp } from 'sharp';

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Return a single-color PNG image. */
export const createPng = (width = 64, height = 48): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#a3541c' } })
    .png()
    .toBuffer();

/** Return a small PNG whose header claims 60,000 by 60,000 pixels. */
export function createPngBomb(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(60_000, 0);
  header.writeUInt32BE(60_000, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(Buffer.alloc(4_000_000));
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Return an animated GIF of one-pixel frames. */
export function createGif(frames: number): Buffer {
  const header = Buffer.from('47494638396101000100800000000000ffffff', 'hex');
  const loop = Buffer.from('21ff0b4e45545343415045322e300301000000', 'hex');
  // Change the color of the pixel in each frame. Otherwise, the site's encoder would merge equal frames.
  const frame = (data: string) => Buffer.from(`21f904000a0000002c0000000001000100000202${data}0100`, 'hex');
  const pair = [frame('44'), frame('4c')];
  return Buffer.concat([
    header,
    loop,
    ...Array.from({ length: frames }, (_, index) => pair[index % 2] as Buffer),
    Buffer.from('3b', 'hex'),
  ]);
}

/** Return a picture of random noise, which takes a long time to decode and compress. */
export const createNoise = (width: number, height: number): Sharp =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });

/** Return an animated GIF with the maximum number of frames and pixels, which takes seconds to decode. */
export async function createSlowGif(): Promise<Buffer> {
  const { frames, animationPixels } = LIMITS.upload;
  const side = Math.floor(Math.sqrt(animationPixels / frames));
  const noise = await createNoise(side, 25).raw().toBuffer();
  const pixels = Buffer.alloc(side * side * frames * 3, 7);
  // Move the noise in each frame. Otherwise, the encoder would merge equal frames.
  for (let frame = 0; frame < frames; frame++) pixels.set(noise.subarray(frame), frame * side * side * 3);
  return sharp(pixels, {
    raw: { width: side, height: side * frames, channels: 3, pageHeight: side },
    limitInputPixels: false,
  })
    .gif({ effort: 1, dither: 0 })
    .toBuffer();
}

/**
 * Return the path of a file in `testing/media`. This folder has pictures and videos like those that phones and
 * messaging apps produce.
 */
export const mediaPath = (name: string): string => join(import.meta.dirname, 'media', name);
