import { CLAN_COLORS, type Clan } from '@rivalhold/shared/portraits/palette.ts';
import { createSeededRandom, type SeededRandom } from '@rivalhold/shared/seeded-random.ts';

export const SCENES = ['ridges', 'keep', 'sea', 'forest'] as const;
export type Scene = (typeof SCENES)[number];

const WIDE = 1200;
const HIGH = 900;
/** Width of a tall picture, which makes its proportions 3:4. */
const NARROW = 675;

/**
 * Return an SVG of a landscape in a clan's colors. With `tall`, show only the middle of the landscape. The same
 * arguments always result in the same SVG.
 */
export function sceneSvg(seed: string, scene: Scene, clan: Clan, { tall = false } = {}): string {
  const random = createSeededRandom(`scene:${seed}`);
  const { glow, deep } = CLAN_COLORS[clan];
  const horizon = random.int(440, 560);
  const wide = tall ? NARROW : WIDE;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${HIGH}" viewBox="${(WIDE - wide) / 2} 0 ${wide} ${HIGH}">` +
    `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${deep}"/><stop offset=".6" stop-color="${glow}"/><stop offset="1" stop-color="#ffd9a0"/></linearGradient>` +
    `<radialGradient id="halo"><stop offset="0" stop-color="#fff4d8" stop-opacity=".9"/><stop offset="1" stop-color="#fff4d8" stop-opacity="0"/></radialGradient></defs>` +
    `<rect width="${WIDE}" height="${HIGH}" fill="url(#sky)"/>` +
    stars(random, horizon) +
    moon(random, horizon) +
    (scene === 'sea'
      ? water(random, horizon, deep)
      : ridge(random, horizon, deep, 0.45) + ridge(random, horizon + 110, deep, 0.7)) +
    (scene === 'keep' ? keep(random, horizon + 120) : '') +
    (scene === 'forest' ? trees(random, horizon + 250, deep) : '') +
    ridge(random, horizon + 250, '#0a0812', 0.95) +
    '</svg>'
  );
}

function stars(random: SeededRandom, horizon: number): string {
  return Array.from({ length: 70 }, () => {
    const [x, y] = [random.int(0, WIDE), random.int(0, horizon - 120)];
    return `<circle cx="${x}" cy="${y}" r="${random.between(0.6, 2).toFixed(1)}" fill="#fff" opacity="${random.between(0.2, 0.8).toFixed(2)}"/>`;
  }).join('');
}

function moon(random: SeededRandom, horizon: number): string {
  const [x, y, r] = [random.int(200, 1000), random.int(110, horizon - 180), random.int(38, 70)];
  return `<circle cx="${x}" cy="${y}" r="${r * 3}" fill="url(#halo)" opacity=".5"/><circle cx="${x}" cy="${y}" r="${r}" fill="#fff4d8"/>`;
}

function ridge(random: SeededRandom, height: number, color: string, opacity: number): string {
  const points = Array.from({ length: 13 }, (_, step) => `${step * 100},${height + random.int(-90, 50)}`);
  return `<path d="M0,${HIGH} L${points.join(' L')} L${WIDE},${HIGH} Z" fill="${color}" opacity="${opacity}"/>`;
}

function water(random: SeededRandom, horizon: number, deep: string): string {
  const lines = Array.from({ length: 26 }, (_, row) => {
    const [x, wide] = [random.int(0, 1000), random.int(60, 320)];
    return `<rect x="${x}" y="${horizon + 14 + row * 15}" width="${wide}" height="3" rx="1.5" fill="#fff4d8" opacity="${(0.42 - row * 0.014).toFixed(2)}"/>`;
  });
  return `<rect y="${horizon}" width="${WIDE}" height="${HIGH - horizon}" fill="${deep}" opacity=".72"/>${lines.join('')}`;
}

function keep(random: SeededRandom, ground: number): string {
  const left = random.int(280, 620);
  const wall = `<path d="M${left},${ground - 70} h360 v190 h-360 Z" fill="#120d1c"/>`;
  return wall + [0, 90, 200, 290].map((offset) => tower(random, left + offset, ground)).join('');
}

function tower(random: SeededRandom, x: number, ground: number): string {
  const [wide, high] = [random.int(56, 84), random.int(150, 300)];
  const top = ground - high;
  const teeth = [0, 1, 2].map(
    (n) => `<rect x="${x + (n * wide) / 2.5}" y="${top - 16}" width="${wide / 5}" height="17"/>`,
  );
  const windows = Array.from({ length: 4 }, (_, row) =>
    random.chance(0.7)
      ? `<rect x="${x + wide / 2 - 5}" y="${top + 30 + row * 38}" width="10" height="18" rx="5" fill="#ffc36a"/>`
      : '',
  );
  return `<g fill="#120d1c"><rect x="${x}" y="${top}" width="${wide}" height="${high + 120}"/>${teeth.join('')}</g>${windows.join('')}`;
}

function trees(random: SeededRandom, ground: number, deep: string): string {
  return Array.from({ length: 34 }, () => {
    const [x, high] = [random.int(-20, WIDE), random.int(120, 300)];
    const wide = high * 0.36;
    return `<path d="M${x},${ground + 60} l${wide / 2},${-high} l${wide / 2},${high} Z" fill="${random.chance(0.5) ? deep : '#0b0a14'}"/>`;
  }).join('');
}
