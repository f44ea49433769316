/** The process that decodes pictures: see images.ts. Takes one task at a time and answers each by one message. */
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { fileTypeFromFile } from 'file-type';
import sharp, { type Metadata } from 'sharp';
import type { Fit, RenderAnswer, RenderTask, Rendition } from './images.ts';

const ACCEPTED = new Set(['image/jpeg', 'image/png', 'image/gif']);
const QUALITY = 82;
/** What a picture may take that cannot be decoded line by line. */
const WHOLE_BYTES = 150 * 2 ** 20;

class Refusal extends Error {
  readonly code: 'mediaType' | 'tooLarge';

  constructor(code: 'mediaType' | 'tooLarge') {
    super(code);
    this.code = code;
  }
}

sharp.concurrency(1);
sharp.cache(false);
process.on('disconnect', () => process.exit());
process.on('message', async ({ file, fits }: RenderTask) => {
  process.send?.(await answer(file, fits));
});

async function answer(file: string, fits: readonly Fit[]): Promise<RenderAnswer> {
  try {
    const type = await fileTypeFromFile(file);
    if (!type || !ACCEPTED.has(type.mime)) throw new Refusal('mediaType');
    // Only the header is read here; how large it claims to be is judged before anything is decoded.
    const metadata = await sharp(file, { limitInputPixels: false, animated: true }).metadata();
    refuseHuge(metadata);
    const renditions: Rendition[] = [];
    for (const fit of fits) renditions.push(await render(file, fit, (metadata.pages ?? 1) > 1));
    return { renditions };
  } catch (error) {
    return { refused: error instanceof Refusal ? error.code : 'mediaType' };
  }
}

function refuseHuge(metadata: Metadata): void {
  const { width, pageHeight, height, pages = 1 } = metadata;
  const { sidePx, pixels, frames } = LIMITS.upload;
  const tall = pageHeight ?? height;
  if (
    width > sidePx ||
    tall > sidePx ||
    width * tall > pixels ||
    pages > frames ||
    width * tall * pages > 4 * pixels ||
    bytesAtOnce(metadata) > WHOLE_BYTES
  )
    throw new Refusal('tooLarge');
}

/** A progressive JPEG keeps a coefficient of two bytes for each sample, an interlaced PNG its pixels, until the end. */
function bytesAtOnce({
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

async function render(file: string, fit: Fit, moving: boolean): Promise<Rendition> {
  const part = moving ? (fit.moving ?? 1) : 1;
  const { data, info } = await sharp(file, {
    limitInputPixels: 4 * LIMITS.upload.pixels,
    failOn: 'error',
    animated: true,
    sequentialRead: true,
  })
    .autoOrient()
    .resize({
      width: fit.width * part,
      height: fit.height * part,
      fit: fit.fit,
      withoutEnlargement: fit.fit === 'inside',
    })
    .webp({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.pageHeight ?? info.height };
}
