const stillUrls = new Map<string, Promise<string | null>>();

/** Whether a file is a WebP of several frames, which its first 21 bytes say. */
export function isAnimatedWebp(head: Uint8Array): boolean {
  const fourCC = (at: number) => String.fromCharCode(...head.subarray(at, at + 4));
  return fourCC(0) === 'RIFF' && fourCC(8) === 'WEBP' && fourCC(12) === 'VP8X' && ((head[20] ?? 0) & 2) !== 0;
}

/** The address of the first frame of a picture that moves; null for one that does not. */
async function firstFrameUrl(url: string): Promise<string | null> {
  // The browser has it already.
  const file = await (await fetch(url, { cache: 'force-cache' })).blob();
  if (!isAnimatedWebp(new Uint8Array(await file.slice(0, 21).arrayBuffer()))) return null;
  const frame = await createImageBitmap(file);
  const canvas = new OffscreenCanvas(frame.width, frame.height);
  canvas.getContext('2d')?.drawImage(frame, 0, 0);
  return URL.createObjectURL(await canvas.convertToBlob());
}

/** Has a picture show its first frame alone. */
export async function freezeImage(image: HTMLImageElement): Promise<void> {
  const { currentSrc } = image;
  let still = stillUrls.get(currentSrc);
  if (!still) {
    still = firstFrameUrl(currentSrc);
    stillUrls.set(currentSrc, still);
    // What could not be read now may be read the next time.
    still.catch(() => stillUrls.delete(currentSrc));
  }
  const url = await still;
  if (url === null || image.currentSrc !== currentSrc) return;
  image.srcset = '';
  image.src = url;
}
