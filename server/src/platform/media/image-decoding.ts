/** Image processing inside the decoder process: see images.ts. */
import { stat, writeFile } from 'node:fs/promises';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { fileTypeFromFile } from 'file-type';
import sharp, { type Metadata } from 'sharp';
import { AppError } from '../errors.ts';
import type { Fit, ImageKind, ImageTask, Rendition } from './tasks.ts';

const MIMES: Record<ImageKind, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
};
/** A higher effort takes twice the time and more memory, and saves only 5 %. */
const ENCODING = { quality: 82, effort: 2 };
/** Memory limit for an image that cannot be decoded line by line, including its file. */
const MAX_DECODED_BYTES = 155 * 2 ** 20;
/** Images that need more memory than this for decoding get smaller renditions, which need less memory in addition. */
const SHRINK_ABOVE_BYTES = 64 * 2 ** 20;
const SHRINK_TO_PX = 1_600;

sharp.concurrency(1);
sharp.cache(false);

/**
 * Create renditions of an image.
 * @throws AppError `tooLarge` or `mediaType`; a system error if the disk is full; any other error for a broken
 * image.
 */
export async function renderImageFile({ file, fits, kinds }: ImageTask): Promise<Rendition[]> {
  const type = await fileTypeFromFile(file);
  if (!kinds.some((kind) => MIMES[kind] === type?.mime)) throw new AppError('mediaType');
  // This reads only the header, so that the claimed size is checked before anything is decoded.
  const metadata = await sharp(file, { limitInputPixels: false, animated: true }).metadata();
  const decodedBytes = decodingBytes(metadata);
  assertDecodable(metadata, decodedBytes === 0 ? 0 : decodedBytes + (await stat(file)).size);
  const most = decodedBytes > SHRINK_ABOVE_BYTES ? SHRINK_TO_PX : LIMITS.upload.sidePx;
  const done: Rendition[] = [];
  const isMoving = (metadata.pages ?? 1) > 1;
  for (const [index, fit] of fits.entries()) {
    const [first] = done;
    // Smaller renditions are made from the first one where possible, to decode the original only once.
    const source = first && fits[0]?.fit === 'inside' && isWithin(fit, first) ? first.path : file;
    done.push(await render(source, `${file}-${index}.webp`, atMost(fit, most), isMoving));
  }
  return done;
}

function assertDecodable(metadata: Metadata, memoryBytes: number): void {
  const { width, pageHeight, height, pages = 1 } = metadata;
  const { sidePx, pixels, frames } = LIMITS.upload;
  const tall = pageHeight ?? height;
  if (
    width > sidePx ||
    tall > sidePx ||
    width * tall > pixels ||
    pages > frames ||
    width * tall * pages > 4 * pixels ||
    memoryBytes > MAX_DECODED_BYTES
  )
    throw new AppError('tooLarge');
}

/** A progressive JPEG keeps two bytes per sample in memory until the end, an interlaced PNG its pixels. */
function decodingBytes({
  isProgressive,
  format,
  width,
  height,
  channels,
  depth,
  chromaSubsampling,
}: Metadata): number {
  if (!isProgressive) return 0;
  const samples = format !== 'jpeg' ? channels : chromaSubsampling === '4:2:0' ? 1.5 : channels;
  return width * height * samples * (format === 'jpeg' || depth === 'ushort' ? 2 : 1);
}

const atMost = (fit: Fit, px: number): Fit => ({
  ...fit,
  width: Math.min(fit.width, px),
  height: Math.min(fit.height, px),
});

const isWithin = (fit: Fit, made: Rendition): boolean =>
  Math.max(fit.width, fit.height) <= Math.min(made.width, made.height) ||
  (fit.fit === 'inside' && (fit.width <= made.width || fit.height <= made.height));

async function render(file: string, to: string, fit: Fit, isMoving: boolean): Promise<Rendition> {
  const moves = isMoving && !fit.still;
  const part = moves ? (fit.moving ?? 1) : 1;
  const { data, info } = await sharp(file, {
    limitInputPixels: 4 * LIMITS.upload.pixels,
    failOn: 'error',
    animated: moves,
    sequentialRead: true,
  })
    .autoOrient()
    .resize({
      width: fit.width * part,
      height: fit.height * part,
      fit: fit.fit,
      withoutEnlargement: fit.fit === 'inside',
    })
    .webp(ENCODING)
    .toBuffer({ resolveWithObject: true });
  // Sharp's own `toFile` does not distinguish a full disk from a broken image.
  await writeFile(to, data);
  return { path: to, width: info.width, height: info.pageHeight ?? info.height, isAnimated: moves };
}
