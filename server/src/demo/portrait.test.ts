import { OUTFITS } from '@rivalhold/shared/portraits/clothes.ts';
import { EYES, MARKS, MOUTHS, NOSES, SPECIES } from '@rivalhold/shared/portraits/faces.ts';
import { BEARDS, HAIR_STYLES } from '@rivalhold/shared/portraits/hair.ts';
import { HEADWEAR } from '@rivalhold/shared/portraits/headwear.ts';
import { type Look, type PortraitTraits, randomLook } from '@rivalhold/shared/portraits/look.ts';
import { CLANS, type Color, createPalette, HAIR, METAL, SKIN } from '@rivalhold/shared/portraits/palette.ts';
import { measuresOf, portraitSvg } from '@rivalhold/shared/portraits/renderer.ts';
import { createPartRenderer, fill, mirrored, type Part, stroke } from '@rivalhold/shared/portraits/shapes.ts';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { toJpeg, toWebp } from '../platform/media/rasterize.ts';
import { ALL_PLAYERS } from './roster.ts';
import { expectWellFormedSvg } from './testing.ts';

const SEXES = ['male', 'female', 'non_binary', 'prefer_not_to_say'] as const;
const strangers = Array.from({ length: 200 }, (_, index): [string, PortraitTraits] => [
  `stranger ${index}`,
  { clan: CLANS[index % CLANS.length]!, sex: SEXES[index % 4]!, age: 18 + index, level: index % 20 },
]);
const cast = ALL_PLAYERS.map(({ username, portrait }): [string, PortraitTraits] => [username, portrait]);
const TABLES = {
  species: SPECIES,
  skin: SKIN,
  hair: HAIR_STYLES,
  hairColor: HAIR,
  beard: BEARDS,
  eyes: EYES,
  nose: NOSES,
  mouth: MOUTHS,
  headwear: HEADWEAR,
  outfit: OUTFITS,
  metal: METAL,
};
const styles = [
  ...Object.entries(TABLES).flatMap(([part, table]) => Object.keys(table).map((name) => ({ [part]: name }))),
  ...Object.keys(MARKS).map((name) => ({ marks: [name] })),
] as Partial<Look>[];

describe('portraitSvg', () => {
  test('returns the same SVG for the same seed and traits', () => {
    for (const [seed, traits] of cast) expect(portraitSvg(seed, traits)).toBe(portraitSvg(seed, traits));
    expect(new Set([...cast, ...strangers].map(([seed, traits]) => portraitSvg(seed, traits))).size).toBe(
      cast.length + strangers.length,
    );
  });

  test('uses every part of the look that the traits specify', () => {
    for (const [seed, traits] of cast) expect(randomLook(seed, traits)).toMatchObject(traits.look ?? {});
  });

  test('draws well-formed, self-contained and small SVGs', () => {
    for (const [seed, traits] of [...cast, ...strangers]) {
      const svg = portraitSvg(seed, traits);
      expectWellFormedSvg(svg);
      expect(svg.length).toBeLessThan(60_000);
    }
  });

  test.each(styles)('draws the look %o', (style) => {
    for (const look of [style, { hair: 'wavy', ...style, lashes: true, wrinkles: true }] as const) {
      const traits = {
        clan: 'saltreach',
        sex: 'male',
        age: 60,
        level: 3,
        look: { headwear: 'none', ...look },
      } as const;
      expectWellFormedSvg(portraitSvg('any', traits));
    }
  });

  test('draws every hairstyle under every kind of headwear', () => {
    for (const hair of Object.keys(HAIR_STYLES) as Look['hair'][])
      for (const headwear of Object.keys(HEADWEAR) as Look['headwear'][])
        expect(portraitSvg('any', { ...strangers[0]![1], look: { hair, headwear } })).not.toMatch(
          /NaN|undefined/,
        );
  });
});

describe('parts', () => {
  const traits: PortraitTraits = { clan: 'unsworn', sex: 'male', age: 30, level: 1 };
  const look = { ...randomLook('any', traits), faceWidth: 40, jaw: 30, lashes: false };
  const draw = createPartRenderer(measuresOf(look), createPalette(look, 'unsworn'));
  const pathOf = (part: Part): string | undefined => / d="([^"]*)"/.exec(draw(part))?.[1];

  test('the coordinates of a part depend on the measurements of the face', () => {
    expect(pathOf(fill('hair')`M-w-4 .5j+3 L12 -.5w Z`)).toBe('M-44 18L12 -20Z');
  });

  test('a part can continue a line with its mirror image', () => {
    expect(pathOf(stroke('ink', 2)`M-w 10 C-3 20 -2 30 -1 40 |`)).toBe(
      'M-40 10C-3 20 -2 30 -1 40L1 40C2 30 3 20 40 10',
    );
    expect(draw(mirrored(fill('ink')`M-5 0 L-6 1`)).match(/<path/g)).toHaveLength(2);
  });

  test('a part is not drawn if the value of its condition is zero', () => {
    expect(draw(fill('ink', 0, { when: 'lashes' })`M0 0`)).toBe('');
    expect(draw(fill('ink', 0, { when: 'w-39' })`M0 0`)).not.toBe('');
  });

  test.each(['M-w* 10', 'M1--1 10', 'M0 0 l5 5', 'm0 0'])('a part rejects the path "%s"', (path) => {
    expect(() => draw(fill('ink')`${path}`)).toThrow(`"`);
  });

  test.each(['nothing', 'hair brighter .5', 'hair darker much', 'hair mix nothing .5'])(
    'a part rejects the color "%s"',
    (color) => {
      expect(() => draw(fill(color as Color)`M0 0`)).toThrow(`"${color}"`);
    },
  );
});

describe('rasterization', () => {
  test('converts an SVG to JPEG and WebP images of the requested sizes', async () => {
    const [seed, traits] = cast[0]!;
    const svg = portraitSvg(seed, traits);
    const sizes = [256, 40];
    const pictures = [await toJpeg(svg, 64), ...(await toWebp(svg, sizes))];
    const found = await Promise.all(pictures.map((picture) => sharp(picture).metadata()));
    expect(found.map(({ width, height, format }) => [width, height, format])).toEqual([
      [64, 64, 'jpeg'],
      ...sizes.map((size) => [size, size, 'webp']),
    ]);
  });

  test('rejects an SVG without a width', async () => {
    await expect(toJpeg('<svg xmlns="http://www.w3.org/2000/svg"/>', 10)).rejects.toThrow(RangeError);
  });
});
