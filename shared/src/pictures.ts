/** Sides in pixels of the square pictures that are cut of each photo beside the whole one. */
export const PICTURE_SIDES = [240, 480] as const;
export type PictureSide = (typeof PICTURE_SIDES)[number];

const WHOLE = /^((?:\/media\/)?photos\/[a-z0-9-]+)\.webp$/;
const sized = (whole: string, side: PictureSide) => whole.replace(/\.webp$/, `.${side}.webp`);

/** The address (or key) of a photo's square picture of that side, made of the whole photo's. */
export const squareOf = (whole: string, side: PictureSide): string =>
  WHOLE.test(whole) ? sized(whole, side) : whole;

/**
 * The smallest picture that fills a square of `css` pixels on a screen of twice the density. Addresses that are not
 * those of a photo come in one size and are answered as they are.
 */
export function pictureFor(url: string, css: number): string {
  const side = PICTURE_SIDES.find((one) => one >= css * 2) ?? PICTURE_SIDES[PICTURE_SIDES.length - 1];
  return squareOf(url, side as PictureSide);
}

/** A `srcset` of a photo's square pictures; undefined for an address that comes in one size. */
export const squareSet = (url: string): string | undefined =>
  WHOLE.test(url) ? PICTURE_SIDES.map((side) => `${sized(url, side)} ${side}w`).join(', ') : undefined;
