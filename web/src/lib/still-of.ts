const stills = new Map<string, Promise<string | null>>();

/** Whether a file is a WebP of several frames, which its first 21 bytes say. */
export function isMovingWebp(head: Uint8Array): boolean {
  const word = (at: number) => String.fromCharCode(...head.subarray(at, at + 4));
  return word(0) === 'RIFF' && word(8) === 'WEBP' && word(12) === 'VP8X' && ((head[20] ?? 0) & 2) !== 0;
}

/** The address of the first frame of a picture that moves; null for one that does not. */
async function stillOf(address: string): Promise<string | null> {
  // The browser has it already.
  const file = await (await fetch(address, { cache: 'force-cache' })).blob();
  if (!isMovingWebp(new Uint8Array(await file.slice(0, 21).arrayBuffer()))) return null;
  const frame = await createImageBitmap(file);
  const canvas = new OffscreenCanvas(frame.width, frame.height);
  canvas.getContext('2d')?.drawImage(frame, 0, 0);
  return URL.createObjectURL(await canvas.convertToBlob());
}

/** Has a picture show its first frame alone. */
export async function makeStill(picture: HTMLImageElement): Promise<void> {
  const { currentSrc } = picture;
  let still = stills.get(currentSrc);
  if (!still) {
    still = stillOf(currentSrc);
    stills.set(currentSrc, still);
    // What could not be read now may be read the next time.
    still.catch(() => stills.delete(currentSrc));
  }
  const address = await still;
  if (address === null || picture.currentSrc !== currentSrc) return;
  picture.srcset = '';
  picture.src = address;
}
