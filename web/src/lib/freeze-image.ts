const stillUrls = new Map<string, Promise<string | null>>();

/** Report whether a file is an animated WebP, by its first 21 bytes. */
export function isAnimatedWebp(head: Uint8Array): boolean {
  const fourCC = (at: number) => String.fromCharCode(...head.subarray(at, at + 4));
  return fourCC(0) === 'RIFF' && fourCC(8) === 'WEBP' && fourCC(12) === 'VP8X' && ((head[20] ?? 0) & 2) !== 0;
}

/** Return the URL of an animated picture's first frame, or null if the picture is not animated. */
async function firstFrameUrl(url: string): Promise<string | null> {
  // Use the file from the cache, because the page already shows the picture.
  const file = await (await fetch(url, { cache: 'force-cache' })).blob();
  if (!isAnimatedWebp(new Uint8Array(await file.slice(0, 21).arrayBuffer()))) return null;
  const frame = await createImageBitmap(file);
  const canvas = new OffscreenCanvas(frame.width, frame.height);
  canvas.getContext('2d')?.drawImage(frame, 0, 0);
  return URL.createObjectURL(await canvas.convertToBlob());
}

/** Show only the first frame of a picture. */
export async function freezeImage(image: HTMLImageElement): Promise<void> {
  const { currentSrc } = image;
  let still = stillUrls.get(currentSrc);
  if (!still) {
    still = firstFrameUrl(currentSrc);
    stillUrls.set(currentSrc, still);
    // Do not cache a failed read, because the next read might succeed.
    still.catch(() => stillUrls.delete(currentSrc));
  }
  const url = await still;
  if (url === null || image.currentSrc !== currentSrc) return;
  image.srcset = '';
  image.src = url;
}
