import { at, d, ellipse, fill } from '../portrait/shapes.ts';
import type { Seeded } from '../seeded.ts';

/** Every scene is drawn in these units. */
export const WIDE = 960;
export const HIGH = 640;

export const rect = (
  x: number,
  y: number,
  width: number,
  height: number,
  colour: string,
  more = '',
): string =>
  `<rect x="${at(x)}" y="${at(y)}" width="${at(width)}" height="${at(height)}" fill="${colour}"${more && ` ${more}`}/>`;

/** A gradient from top to bottom by the id that fills it; stops are shares of the height. */
export const downwards = (id: string, stops: readonly (readonly [share: number, colour: string])[]): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops.map(([share, colour]) => `<stop offset="${share}" stop-color="${colour}"/>`).join('')}</linearGradient>`;

/** Light that fades from its middle, laid over the scene at a point. */
export function glow(
  id: string,
  x: number,
  y: number,
  radius: number,
  colour: string,
  strength = 0.9,
): string {
  return (
    `<radialGradient id="${id}"><stop offset="0" stop-color="${colour}" stop-opacity="${strength}"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>` +
    ellipse(x, y, radius, radius, `url(#${id})`)
  );
}

export const stars = (lot: Seeded, count: number, below: number): string =>
  Array.from({ length: count }, () => {
    const size = lot.between(0.6, 1.9);
    return ellipse(
      lot.between(0, WIDE),
      lot.between(0, below),
      size,
      size,
      '#fff4e0',
      `opacity="${at(lot.between(0.3, 1))}"`,
    );
  }).join('');

export const sparks = (lot: Seeded, count: number, x: number, y: number, spread: number): string =>
  Array.from({ length: count }, () => {
    const size = lot.between(1, 3.6);
    const colour = lot.pick(['#ffd08a', '#ffb05a', '#fff0cc', '#ff8a3d']);
    return ellipse(
      x + lot.between(-spread, spread),
      y - lot.between(0, spread * 1.3),
      size,
      size,
      colour,
      `opacity="${at(lot.between(0.4, 1))}"`,
    );
  }).join('');

/** A ridge of mountains across the picture, its peaks between two heights. */
export function ridge(lot: Seeded, low: number, high: number, steps: number, colour: string): string {
  const points = Array.from({ length: steps + 1 }, (_, index) => {
    const y = index % 2 ? lot.between(high, (high + low) / 2) : lot.between((high + low) / 2, low);
    return d`L${(index * WIDE) / steps + lot.between(-18, 18)} ${y}`;
  });
  return fill(
    `M-40 ${HIGH} L-40 ${at(low)} ${points.join(' ')} L${WIDE + 40} ${at(low)} L${WIDE + 40} ${HIGH}Z`,
    colour,
  );
}

export function pine(x: number, foot: number, height: number, colour: string): string {
  const w = height * 0.24;
  return fill(
    d`M${x} ${foot - height} L${x + w * 0.5} ${foot - height * 0.66} L${x + w * 0.28} ${foot - height * 0.66} L${x + w * 0.78} ${foot - height * 0.34} L${x + w * 0.46} ${foot - height * 0.34}
      L${x + w} ${foot} L${x - w} ${foot} L${x - w * 0.46} ${foot - height * 0.34} L${x - w * 0.78} ${foot - height * 0.34} L${x - w * 0.28} ${foot - height * 0.66} L${x - w * 0.5} ${foot - height * 0.66}Z`,
    colour,
  );
}

/** Pines in front of everything, leaving free what lies between `from` and `to`. */
export function pines(
  lot: Seeded,
  foot: number,
  height: number,
  colour: string,
  [from, to]: readonly [number, number],
): string {
  const step = 104;
  return Array.from({ length: Math.ceil(WIDE / step) + 1 }, (_, index) => index * step + lot.between(-24, 24))
    .filter((x) => x < from || x > to)
    .map((x) => pine(x, foot + lot.between(-8, 14), height * lot.between(0.7, 1.25), colour))
    .join('');
}

/** A tower with battlements; windows are lit. */
export function tower(
  x: number,
  top: number,
  width: number,
  foot: number,
  colour: string,
  windows: readonly (readonly [number, number])[],
): string {
  const tooth = width / 7;
  const teeth = [0, 2, 4, 6]
    .map((index) =>
      rect(x - width * 0.06 + index * tooth * 1.12 * 0.95, top - tooth, tooth, tooth + 1, colour),
    )
    .join('');
  return (
    rect(x, top, width, foot - top, colour) +
    rect(x - width * 0.06, top, width * 1.12, width * 0.16, colour) +
    teeth +
    windows
      .map(([dx, dy]) =>
        fill(
          d`M${x + dx - 6} ${top + dy + 22} L${x + dx - 6} ${top + dy + 4} A6 7 0 0 1 ${x + dx + 6} ${top + dy + 4} L${x + dx + 6} ${top + dy + 22}Z`,
          '#ffc46a',
        ),
      )
      .join('')
  );
}

/** Somebody in a cloak, seen from behind or against the light. */
export function figure(x: number, foot: number, height: number, colour: string): string {
  const u = height / 10;
  return (
    ellipse(x, foot - u * 9, u * 0.78, u * 0.95, colour) +
    fill(
      d`M${x - u * 0.4} ${foot - u * 8.4} C${x - u * 1.4} ${foot - u * 7.8} ${x - u * 1.8} ${foot - u * 7.2} ${x - u * 1.8} ${foot - u * 6} C${x - u * 1.9} ${foot - u * 4} ${x - u * 2.3} ${foot - u * 2.6} ${x - u * 2.4} ${foot - u * 1.6}
        C${x - u} ${foot - u * 1.1} ${x + u} ${foot - u * 1.1} ${x + u * 2.4} ${foot - u * 1.6} C${x + u * 2.3} ${foot - u * 2.6} ${x + u * 1.9} ${foot - u * 4} ${x + u * 1.8} ${foot - u * 6} C${x + u * 1.8} ${foot - u * 7.2} ${x + u * 1.4} ${foot - u * 7.8} ${x + u * 0.4} ${foot - u * 8.4}Z
        M${x - u * 1.2} ${foot - u * 1.6} L${x - u * 1.3} ${foot} L${x - u * 0.3} ${foot} L${x - u * 0.2} ${foot - u * 1.6}Z M${x + u * 0.2} ${foot - u * 1.6} L${x + u * 0.3} ${foot} L${x + u * 1.3} ${foot} L${x + u * 1.2} ${foot - u * 1.6}Z`,
      colour,
    )
  );
}

export const WARM = '#ff9a48';

/** The sky from top to bottom, over the whole picture. */
export const sky = (...stops: (readonly [number, string])[]): string =>
  downwards('sky', stops) + rect(0, 0, WIDE, HIGH, 'url(#sky)');
