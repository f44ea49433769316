/** Image processing inside the decoder process: see images.ts. */
import { stat, writeFile } from 'node:fs/promises';
import { scaleToFit } from '@rivalhold/shared/image-scale.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { MEDIA_TEXTS } from '@rivalhold/shared/texts/media.ts';
import { fileTypeFromFile } from 'file-type';
import sharp, { type FailOnOptions, type Metadata, type Sharp } from 'sharp';
import { AppError, isStorageFull } from '../errors.ts';
import { completePng } from './complete-png.ts';
import type { Fit, ImageKind, ImageTask, Rendition } from './tasks.ts';

/** Kinds of images by MIME type. For an animated PNG or AVIF, only the first frame is decoded. */
const KINDS: Record<string, ImageKind> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/apng': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
};
const HEIC_MIMES = ['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence'];
/** WebP options. A higher effort takes twice the time and more memory, and makes files only 5% smaller. */
const ENCODING = { quality: 82, effort: 2 };
/**
 * Limits in bytes for the memory of an image that cannot be decoded row by row. This memory holds the file and its
 * decoded data. The limit for formats other than JPEG is lower, because the PNG decoder needs additional memory.
 */
const MAX_DECODED_BYTES = { jpeg: 175 * 2 ** 20, other: 155 * 2 ** 20 };
/**
 * Measured number of bytes per pixel that the AVIF decoder uses in addition to the decoded pixel, for 8 bits per
 * sample.
 */
const AVIF_FRAME_BYTES = 10;

sharp.concurrency(1);
sharp.cache(false);

/**
 * Make renditions of a picture. If a JPEG or PNG is truncated but has at least half of its rows, render these rows, as
 * a browser does. With `maxStillPixels`, return null if the picture is animated or has more pixels.
 * @throws AppError `mediaType` if the type is not accepted; for HEIC, the message explains what to do
 * @throws AppError `tooLarge` if a limit is exceeded
 * @throws the system's error if the disk is full, and any other error if the picture is damaged
 */
export async function renderImageFile({
  file,
  fits,
  kinds,
  maxStillPixels,
}: ImageTask): Promise<Rendition[] | null> {
  const mime = (await fileTypeFromFile(file))?.mime ?? '';
  if (HEIC_MIMES.includes(mime)) throw new AppError('mediaType', MEDIA_TEXTS.heic);
  const kind = KINDS[mime];
  if (!kind || !kinds.includes(kind)) throw new AppError('mediaType');
  // Read only the header, so that the size is validated before anything is decoded.
  const metadata = await sharp(file, { limitInputPixels: false, animated: true, failOn: 'none' }).metadata();
  const bytes = decodingBytes(metadata);
  assertDecodable(metadata, bytes === 0 ? 0 : bytes + (await stat(file)).size);
  const isMoving = (metadata.pages ?? 1) > 1;
  const size = metadata.autoOrient;
  if (maxStillPixels !== undefined && (isMoving || size.width * size.height > maxStillPixels)) return null;
  const make = (from: string, failOn: FailOnOptions) =>
    isMoving
      ? renderMoving(from, fits)
      : renderStill(from, { to: file, fits: fits.map((fit) => boxOf(fit, size)), size, failOn });
  try {
    return await make(file, 'error');
  } catch (error) {
    if (isStorageFull(error)) throw error;
    if (kind === 'jpeg' && (await isHalfThere(file))) return make(file, 'none');
    if (kind !== 'png') throw error;
    // Complete the file first. Otherwise, missing rows would contain uninitialized memory of the PNG decoder, which can
    // contain parts of another picture.
    await completePng(file, `${file}-whole.png`);
    return make(`${file}-whole.png`, 'error');
  }
}

type Size = { width: number; height: number };
type StillOptions = { to: string; fits: readonly Fit[]; size: Size; failOn: FailOnOptions };

/**
 * Decode a picture at the size of its largest rendition, and encode all renditions from these pixels. The decoder's
 * memory is freed before the first rendition is encoded.
 */
async function renderStill(file: string, { to, fits, size, failOn }: StillOptions): Promise<Rendition[]> {
  const scale = Math.min(1, Math.max(...fits.map((fit) => scaleOf(fit, size))));
  const { data, info } = await sharp(file, {
    limitInputPixels: LIMITS.upload.pixels,
    failOn,
    sequentialRead: true,
  })
    .autoOrient()
    .resize({
      width: Math.max(1, Math.round(size.width * scale)),
      height: Math.max(1, Math.round(size.height * scale)),
      fit: 'fill',
    })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const done: Rendition[] = [];
  for (const [index, fit] of fits.entries())
    done.push(
      await render(sharp(data, { raw: { width, height, channels } }), { to: `${to}-${index}.webp`, fit }),
    );
  return done;
}

/**
 * Return `fit`. If `fit.tall` is set, return a copy with the width and height of the picture, scaled by `scaleToFit`.
 * This height can exceed `fit.height`.
 */
function boxOf(fit: Fit, size: Size): Fit {
  if (!fit.tall) return fit;
  const scale = scaleToFit(size, fit.width);
  const scaled = (side: number) => Math.max(1, Math.round(side * scale));
  return { ...fit, width: scaled(size.width), height: scaled(size.height) };
}

/** Return the factor by which a picture is scaled for a rendition. */
function scaleOf({ width, height, fit }: Fit, size: Size): number {
  const scales = [width / size.width, height / size.height];
  return fit === 'inside' ? Math.min(...scales) : Math.max(...scales);
}

/**
 * Make renditions of an animation. The first rendition is the largest. It is made from the file, frame by frame. The
 * other renditions are made from the first.
 */
async function renderMoving(file: string, fits: readonly Fit[]): Promise<Rendition[]> {
  const done: Rendition[] = [];
  for (const [index, fit] of fits.entries()) {
    const moves = !fit.still;
    const { path: from = file } = done[0] ?? {};
    const source = sharp(from, {
      limitInputPixels: LIMITS.upload.animationPixels,
      failOn: 'error',
      animated: moves,
      sequentialRead: true,
    });
    done.push(await render(source.autoOrient(), { to: `${file}-${index}.webp`, fit, moves }));
  }
  return done;
}

/** Report whether the lower half of a damaged JPEG has any content. Missing rows are grey after decoding. */
async function isHalfThere(file: string): Promise<boolean> {
  const rows = 16;
  const samples = await sharp(file, { limitInputPixels: 4 * LIMITS.upload.pixels, failOn: 'none' })
    .resize(rows, rows, { fit: 'fill' })
    .raw()
    .toBuffer();
  const lower = samples.subarray(samples.length / 2);
  return !lower.every((sample) => Math.abs(sample - 128) <= 1);
}

/** Throw AppError `tooLarge` with a message that names the exceeded limit. */
function assertDecodable({ format, width, pageHeight, height, pages = 1 }: Metadata, bytes: number): void {
  const { sidePx, pixels, frames, animationPixels } = LIMITS.upload;
  const tall = pageHeight ?? height;
  const area = width * tall;
  const tooLarge = (text: string) => new AppError('tooLarge', text);
  if (Math.max(width, tall) > sidePx) throw tooLarge(MEDIA_TEXTS.tooLong(width, tall));
  if (area > pixels) throw tooLarge(MEDIA_TEXTS.tooManyPixels(area));
  if (pages > frames) throw tooLarge(MEDIA_TEXTS.tooManyFrames(pages));
  if (pages > 1 && area * pages > animationPixels)
    throw tooLarge(MEDIA_TEXTS.animationTooLarge(area * pages));
  if (bytes > MAX_DECODED_BYTES[format === 'jpeg' ? format : 'other'])
    throw tooLarge(MEDIA_TEXTS.needsTooMuchMemory);
}

/**
 * Return the number of bytes that a picture occupies in memory until it is completely decoded. A progressive JPEG
 * occupies two bytes per coefficient. An interlaced PNG occupies the bytes of its pixels. An AVIF occupies the bytes of
 * its pixels and of the decoder's frames. Return 0 for other pictures, because they are decoded row by row.
 */
function decodingBytes({
  isProgressive,
  format,
  width,
  height,
  channels,
  depth,
  chromaSubsampling,
}: Metadata): number {
  if (format === 'heif') return width * height * (channels + AVIF_FRAME_BYTES) * (depth === 'ushort' ? 2 : 1);
  if (!isProgressive) return 0;
  const samples = format !== 'jpeg' ? channels : chromaSubsampling === '4:2:0' ? 1.5 : channels;
  return width * height * samples * (format === 'jpeg' || depth === 'ushort' ? 2 : 1);
}

async function render(
  source: Sharp,
  { to, fit, moves = false }: { to: string; fit: Fit; moves?: boolean },
): Promise<Rendition> {
  const part = moves ? (fit.moving ?? 1) : 1;
  const { data, info } = await source
    .resize({
      width: fit.width * part,
      height: fit.height * part,
      fit: fit.fit,
      withoutEnlargement: fit.fit === 'inside',
    })
    .webp(ENCODING)
    .toBuffer({ resolveWithObject: true });
  // Do not use sharp's own `toFile`, because it does not distinguish a full disk from a broken image.
  await writeFile(to, data);
  return { path: to, width: info.width, height: info.pageHeight ?? info.height, isAnimated: moves };
}
