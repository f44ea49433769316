import { randomFillSync } from 'node:crypto';
import sharp from 'sharp';
import { LIMITS } from '../shared/src/limits.ts';

/** So much of the greatest size that a form around it still passes. */
const TARGET_BYTES = LIMITS.upload.bytes - 64 * 1024;

/** Noise, which no format makes smaller: `width` by `height` pixels of so many channels. */
function noisePixels(width: number, height: number, channels: 3 | 4 = 3) {
  const raw = randomFillSync(Buffer.alloc(width * height * channels));
  return sharp(raw, { raw: { width, height, channels }, limitInputPixels: false });
}

/** The largest square of a kind that stays below the greatest size, a few tries away from a first guess. */
async function largestFitting(guess: number, make: (side: number) => Promise<Buffer>): Promise<Buffer> {
  let side = guess;
  for (let tries = 0; tries < 6; tries++) {
    const file = await make(side);
    if (file.length <= TARGET_BYTES && file.length > TARGET_BYTES * 0.9) return file;
    side = Math.min(
      LIMITS.upload.sidePx - 1100,
      Math.floor(side * Math.sqrt((TARGET_BYTES * 0.96) / file.length)),
    );
  }
  throw new Error('No picture of that size came about');
}

/** A quiet picture of 49 megapixels: small as a file, large once decoded. */
const smoothImage = () =>
  sharp({ create: { width: 7_000, height: 7_000, channels: 4, background: '#345a' } });

/** Pictures of 25 MB, and the ones that are small as files and large once decoded. */
export const IMAGE_CASES: readonly { name: string; make: () => Promise<Buffer> }[] = [
  {
    name: 'PNG, noise',
    make: () =>
      largestFitting(2_900, (side) => noisePixels(side, side).png({ compressionLevel: 1 }).toBuffer()),
  },
  {
    name: 'PNG, noise, interlaced',
    make: () =>
      largestFitting(2_900, (side) =>
        noisePixels(side, side).png({ compressionLevel: 1, progressive: true }).toBuffer(),
      ),
  },
  {
    name: 'JPEG, noise',
    make: () => largestFitting(4_500, (side) => noisePixels(side, side).jpeg({ quality: 85 }).toBuffer()),
  },
  {
    name: 'JPEG, noise, progressive',
    make: () =>
      largestFitting(4_500, (side) =>
        noisePixels(side, side).jpeg({ quality: 85, progressive: true }).toBuffer(),
      ),
  },
  {
    name: 'GIF, 60 frames of noise',
    make: () =>
      largestFitting(640, async (side) => {
        const raw = randomFillSync(Buffer.alloc(side * side * 60 * 3));
        return sharp(raw, { raw: { width: side, height: side * 60, channels: 3, pageHeight: side } })
          .gif({ effort: 1, dither: 0 })
          .toBuffer();
      }),
  },
  { name: 'PNG, 49 megapixels', make: () => smoothImage().png().toBuffer() },
  { name: 'PNG, 49 megapixels, interlaced', make: () => smoothImage().png({ progressive: true }).toBuffer() },
  {
    name: 'JPEG, 49 megapixels, progressive',
    make: () => smoothImage().jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
  },
  {
    name: 'GIF, 190 frames of a megapixel',
    make: async () => {
      const frames = 190;
      const raw = Buffer.alloc(1_000 * 1_000 * 3 * frames);
      for (let frame = 0; frame < frames; frame++)
        raw.fill(frame, frame * 3_000_000, (frame + 1) * 3_000_000);
      return sharp(raw, {
        raw: { width: 1_000, height: 1_000 * frames, channels: 3, pageHeight: 1_000 },
        limitInputPixels: false,
      })
        .gif({ effort: 1 })
        .toBuffer();
    },
  },
];
