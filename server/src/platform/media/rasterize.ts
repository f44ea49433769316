import sharp, { type Sharp } from 'sharp';

/** Resolution at which a unit of an SVG is one pixel. */
const DOTS_PER_INCH = 72;

/**
 * Return an SVG as a JPEG that is `width` pixels wide.
 * @throws RangeError if the SVG has no width
 */
export async function toJpeg(svg: string, width: number): Promise<Buffer> {
  return draw(svg, width).jpeg({ quality: 90 }).toBuffer();
}

/**
 * Return an SVG as a PNG that is `width` pixels wide.
 * @throws RangeError if the SVG has no width
 */
export async function toPng(svg: string, width: number): Promise<Buffer> {
  return draw(svg, width).png({ compressionLevel: 6, palette: false }).toBuffer();
}

/**
 * Return an SVG as WebP pictures in several widths. The widest picture is drawn, and the others are scaled down from
 * it.
 * @throws RangeError if the SVG has no width
 */
export async function toWebp(svg: string, widths: readonly number[]): Promise<Buffer[]> {
  const { data, info: raw } = await draw(svg, Math.max(...widths))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pictures: Buffer[] = [];
  // Encode the pictures one after another, to use only one thread of the pool.
  for (const width of widths)
    pictures.push(await sharp(data, { raw }).resize(width).webp({ quality: 86, effort: 2 }).toBuffer());
  return pictures;
}

function draw(svg: string, width: number): Sharp {
  const units = Number(/ width="(\d+)"/.exec(svg)?.[1]);
  if (!(units > 0)) throw new RangeError('The SVG has no width');
  return sharp(Buffer.from(svg), { density: (DOTS_PER_INCH * width) / units }).resize(width);
}
