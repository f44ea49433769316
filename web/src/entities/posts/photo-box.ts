/** Sides of a photo in pixels, as they are known. */
type Sides = { width: number | null; height: number | null };

/** The flattest and the tallest that a photo is shown in the feed; whole it is seen when it is opened. */
const RATIO = { min: 0.55, max: 4 };
const UNKNOWN = { width: 1_024, height: 768 };

/** The width of a photo's place in pixels and its width to its height, known before the photo is there. */
export function photoBox({ width, height }: Sides): { width: number; ratio: number } {
  const known = width && height ? { width, height } : UNKNOWN;
  const ratio = Math.min(RATIO.max, Math.max(RATIO.min, known.width / known.height));
  return { width: Math.max(known.width, 160), ratio: Math.round(ratio * 10_000) / 10_000 };
}
