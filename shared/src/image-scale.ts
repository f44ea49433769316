/** Width in pixels at which the text of a phone screenshot is still readable. */
const READABLE_WIDTH = 720;
/** Maximum width and height in pixels that the WebP format allows. */
const MAX_WEBP_SIDE = 16_383;

/**
 * Return the factor by which a picture is scaled to fit into a square. The factor is at most 1. A tall picture that
 * would become narrower than 720 px, such as a long screenshot, can be taller than the square. Its area is still at
 * most the area of the square, so it needs no more memory than other pictures.
 */
export function scaleToFit({ width, height }: { width: number; height: number }, side: number): number {
  const inside = side / Math.max(width, height);
  const readable = Math.min(READABLE_WIDTH / width, side / Math.sqrt(width * height), MAX_WEBP_SIDE / height);
  return Math.min(1, Math.max(inside, readable));
}
