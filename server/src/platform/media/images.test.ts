import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../scripts/testing/temporary-folder.ts';
import { createGif, createNoise, createPngBomb, mediaPath } from '../../testing/images.ts';
import { renderImage } from './images.ts';
import { IMAGE_KINDS } from './tasks.ts';

const FITS = [
  { width: 1_600, height: 1_600, fit: 'inside', tall: true },
  { width: 240, height: 240, fit: 'cover', still: true },
] as const;
const uploader = { userId: 1, signal: new AbortController().signal };

/** Render a picture: a file in `testing/media`, or bytes. */
function render(source: string | Buffer) {
  const file = join(temporaryFolder(), 'picture');
  if (typeof source === 'string') copyFileSync(mediaPath(source), file);
  else writeFileSync(file, source);
  return renderImage(file, FITS, { kinds: IMAGE_KINDS, ...uploader });
}

const start = (bytes: Buffer, share: number) => bytes.subarray(0, Math.floor(bytes.length * share));
const withoutLast = (bytes: Buffer, count: number) => bytes.subarray(0, bytes.length - count);
const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#345' } });

describe('a picture that browsers show', () => {
  it.each<[string, string | Buffer | (() => Promise<Buffer>), { width: number; height: number }]>([
    ['an animated PNG', 'anim.png', { width: 320, height: 240 }],
    ['an AVIF', () => blank(400, 300).avif({ effort: 1 }).toBuffer(), { width: 400, height: 300 }],
    [
      'an AVIF with 10 bits per channel',
      () => blank(400, 300).avif({ effort: 1, bitdepth: 10 }).toBuffer(),
      { width: 400, height: 300 },
    ],
    [
      'a JPEG without its last two bytes',
      async () => withoutLast(await createNoise(400, 300).jpeg().toBuffer(), 2),
      { width: 400, height: 300 },
    ],
    [
      'a progressive JPEG without its last two bytes',
      async () => withoutLast(await createNoise(400, 300).jpeg({ progressive: true }).toBuffer(), 2),
      { width: 400, height: 300 },
    ],
    [
      'a JPEG without its last 2%',
      async () => start(await createNoise(400, 300).jpeg().toBuffer(), 0.98),
      { width: 400, height: 300 },
    ],
    [
      'a progressive JPEG without its last 20%',
      async () => start(await createNoise(400, 300).jpeg({ progressive: true }).toBuffer(), 0.8),
      { width: 400, height: 300 },
    ],
    [
      'a PNG without its last two bytes',
      async () => withoutLast(await createNoise(400, 300).png().toBuffer(), 2),
      { width: 400, height: 300 },
    ],
    [
      'a PNG without its end chunk',
      async () => withoutLast(await createNoise(400, 300).png().toBuffer(), 12),
      { width: 400, height: 300 },
    ],
    [
      'a PNG without its last 2%',
      async () => start(await createNoise(400, 300).png().toBuffer(), 0.98),
      { width: 400, height: 300 },
    ],
    [
      'a PNG with palette and transparency without its last 2%',
      async () => start(await createNoise(400, 300).ensureAlpha(0.5).png({ palette: true }).toBuffer(), 0.98),
      { width: 400, height: 300 },
    ],
    ['a long screenshot', 'screenshot-1080x12000.jpg', { width: 480, height: 5_333 }],
    [
      'a strip with the largest side',
      () => blank(20, 16_384).png().toBuffer(),
      { width: 20, height: 16_383 },
    ],
    ['a panorama', () => blank(16_000, 3_000).jpeg().toBuffer(), { width: 1_600, height: 300 }],
    [
      'a progressive JPEG of 30 megapixels with full colors',
      'prog444-6000x5000.jpg',
      { width: 1_600, height: 1_333 },
    ],
  ])('is accepted: %s', async (_name, make, size) => {
    const [whole, thumb] = await render(typeof make === 'function' ? await make() : make);
    expect(whole).toMatchObject({ ...size, isAnimated: false });
    expect(thumb).toMatchObject({ width: 240, height: 240 });
  });

  it.each<[string, (picture: Sharp) => Sharp]>([
    ['JPEG', (picture) => picture.jpeg()],
    ['PNG', (picture) => picture.png()],
  ])('gets a plain area in place of the missing rows if it is truncated: %s', async (_name, encode) => {
    const [made] = await render(start(await encode(createNoise(400, 300)).toBuffer(), 0.8));
    const spread = async (top: number) => {
      const rows = await sharp(made?.path).extract({ left: 0, top, width: 400, height: 40 }).png().toBuffer();
      return Math.max(...(await sharp(rows).stats()).channels.map(({ stdev }) => stdev));
    };
    expect(await spread(150)).toBeGreaterThan(20);
    expect(await spread(260)).toBeLessThan(1);
  });
});

describe('a damaged picture', () => {
  it.each<[string, () => Promise<Buffer>]>([
    [
      'a JPEG with its header alone',
      async () => (await createNoise(400, 300).jpeg().toBuffer()).subarray(0, 700),
    ],
    [
      'a JPEG with a tenth of its bytes',
      async () => start(await createNoise(400, 300).jpeg().toBuffer(), 0.1),
    ],
    [
      'an interlaced PNG with half of its bytes',
      async () => start(await createNoise(400, 300).png({ progressive: true }).toBuffer(), 0.5),
    ],
    [
      'a PNG whose pixels decompress to far more than its declared size',
      async () => {
        const bomb = createPngBomb();
        bomb.writeUInt32BE(40, 16);
        bomb.writeUInt32BE(40, 20);
        return withoutLast(bomb, 20);
      },
    ],
    ['a PNG with a tenth of its bytes', async () => start(await createNoise(400, 300).png().toBuffer(), 0.1)],
    [
      'a PNG with its header alone',
      async () => (await createNoise(400, 300).png().toBuffer()).subarray(0, 40),
    ],
    ['a WebP with half of its bytes', async () => start(await createNoise(400, 300).webp().toBuffer(), 0.5)],
    ['a GIF with its header alone', async () => createGif(3).subarray(0, 14)],
    [
      'a JPEG with random content',
      async () => {
        const bytes = await createNoise(400, 300).jpeg().toBuffer();
        return bytes.fill(0xff, 2);
      },
    ],
  ])('is refused as damaged: %s', async (_name, make) => {
    await expect(render(await make())).rejects.toMatchObject({
      code: 'mediaType',
      message: 'This picture is damaged.',
    });
  });
});

describe('a picture that exceeds a limit', () => {
  it.each<[string, string | (() => Buffer | Promise<Buffer>), string]>([
    [
      'its sides',
      () => createPngBomb(),
      'This picture has 60,000 × 60,000 pixels. Each side can have at most 16,384 pixels.',
    ],
    [
      'one side',
      () => blank(20_000, 10).png().toBuffer(),
      'This picture has 20,000 × 10 pixels. Each side can have at most 16,384 pixels.',
    ],
    [
      'its area',
      () => blank(8_000, 7_000).png().toBuffer(),
      'This picture has 56 megapixels. Use one with at most 50.',
    ],
    ['its frames', () => createGif(600), 'This animation has 600 frames. Use one with at most 500.'],
    [
      'the area of its frames',
      '800x600x450.gif',
      'The frames of this animation add up to 216 megapixels. Use one with at most 40.',
    ],
    [
      'memory',
      () => blank(7_000, 7_000).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
      'This picture needs too much memory. Make it smaller, or save it as a JPEG that is not progressive.',
    ],
    [
      'memory of its decoder',
      () => blank(4_000, 4_000).avif({ effort: 0 }).toBuffer(),
      'This picture needs too much memory. Make it smaller, or save it as a JPEG that is not progressive.',
    ],
  ])('is refused with a message that names the limit: %s', async (_name, make, message) => {
    await expect(render(typeof make === 'string' ? make : await make())).rejects.toMatchObject({
      code: 'tooLarge',
      message,
    });
  });
});

it('refuses a HEIC picture with the extension .jpg', async () => {
  await expect(render('heic-named.jpg')).rejects.toMatchObject({
    code: 'mediaType',
    message:
      'HEIC photos can’t be used yet. On an iPhone, choose Settings › Camera › Formats › Most Compatible.',
  });
});
