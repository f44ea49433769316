import { AVATAR_SIDE } from '@rivalhold/shared/image-sizes.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { isAnimatedWebp } from './freeze-image.ts';

/** The types that a canvas can write; the first frame of an animated PNG is all that the site shows of it. */
const TYPES = ['image/jpeg', 'image/png', 'image/webp'];
const QUALITY = 0.92;
/** Avatars and thumbnails are squares of at most this side, which the shorter side must fill. */
const MIN_SIDE_PX = AVATAR_SIDE;

/** A retry must send the same bytes, and does not have to shrink them again. */
const shrunk = new WeakMap<File, Promise<Blob>>();

/**
 * Shrink a picture that is larger than the site shows it, as displayed: upright, and in the colors of its profile. Return
 * the file itself if it is small enough, animated, or nothing that this browser can decode. Never throws.
 * @param side of the square (px) that the site fits the picture into
 */
export function shrinkImage(file: File, side: number): Promise<Blob> {
  const known = shrunk.get(file);
  if (known) return known;
  const made = shrink(file, side).catch(() => file);
  shrunk.set(file, made);
  return made;
}

async function shrink(file: File, side: number): Promise<Blob> {
  if (!TYPES.includes(file.type)) return file;
  if (isAnimatedWebp(new Uint8Array(await file.slice(0, 21).arrayBuffer()))) return file;
  const bitmap = await createImageBitmap(file);
  try {
    const { width, height } = bitmap;
    const scale = Math.max(side / Math.max(width, height), MIN_SIDE_PX / Math.min(width, height));
    if (scale >= 1) return file;
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    const context = canvas.getContext('2d');
    if (!context) return file;
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, file.type, QUALITY));
    // A browser writes PNG if it cannot write the type.
    if (made?.type !== file.type) return file;
    const { sidePx, pixels } = LIMITS.upload;
    const isAccepted = Math.max(width, height) <= sidePx && width * height <= pixels;
    return isAccepted && made.size >= file.size ? file : made;
  } finally {
    bitmap.close();
  }
}
