import { scaleToFit } from '@rivalhold/shared/image-scale.ts';
import { AVATAR_SIDE } from '@rivalhold/shared/image-sizes.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';

/**
 * The types that a canvas can write. An animated PNG loses its animation, but the site shows only its first
 * frame anyway.
 */
const TYPES = ['image/jpeg', 'image/png', 'image/webp'];
const QUALITY = 0.92;
/**
 * Avatars and thumbnails are squares whose sides are at most this long, so the shorter side of a picture is not shrunk
 * below this length.
 */
const MIN_SIDE_PX = AVATAR_SIDE;

/** Cache of shrunk files, so that a retry sends the same bytes and does not shrink the file again. */
const shrunk = new WeakMap<File, Promise<Blob>>();

/**
 * Shrink a picture that is larger than the site needs. The result is upright, with the colors of the picture's
 * profile applied. Return the file itself if it is small enough, is an animated WebP or cannot be shrunk. Never throws.
 * @param side side length (px) of the square into which the site fits the picture
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
  const { isAnimatedWebp } = await import('./freeze-image.ts');
  if (isAnimatedWebp(new Uint8Array(await file.slice(0, 21).arrayBuffer()))) return file;
  const bitmap = await createImageBitmap(file);
  try {
    const { width, height } = bitmap;
    const scale = Math.max(scaleToFit({ width, height }, side), MIN_SIDE_PX / Math.min(width, height));
    if (scale >= 1) return file;
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    const context = canvas.getContext('2d');
    if (!context) return file;
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, file.type, QUALITY));
    // A browser that cannot write the type writes PNG instead. Keep the original file in that case.
    if (made?.type !== file.type) return file;
    const { sidePx, pixels } = LIMITS.upload;
    const isAccepted = Math.max(width, height) <= sidePx && width * height <= pixels;
    return isAccepted && made.size >= file.size ? file : made;
  } finally {
    bitmap.close();
  }
}
