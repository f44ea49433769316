import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { PortraitTraits } from './portrait/look.ts';
import { CLANS } from './portrait/palette.ts';
import { lookFor } from './portrait/random-look.ts';
import { portraitSvg, render, renderAll } from './portrait.ts';
import { ALL_PLAYERS } from './roster.ts';
import { expectWellFormedSvg } from './testing.ts';

const SEXES = ['male', 'female', 'non_binary', 'prefer_not_to_say'] as const;
const strangers = Array.from({ length: 200 }, (_, index): [string, PortraitTraits] => [
  `stranger ${index}`,
  { clan: CLANS[index % CLANS.length]!, sex: SEXES[index % 4]!, age: 18 + index, level: index % 20 },
]);
const drawn = ALL_PLAYERS.map(({ username, portrait }): [string, PortraitTraits] => [username, portrait]);

describe('a portrait', () => {
  test('is the same for the same seed and traits, and another for another', () => {
    for (const [seed, traits] of drawn) expect(portraitSvg(seed, traits)).toBe(portraitSvg(seed, traits));
    expect(new Set([...drawn, ...strangers].map(([seed, traits]) => portraitSvg(seed, traits))).size).toBe(
      drawn.length + strangers.length,
    );
  });

  test('shows what its traits pin', () => {
    for (const [seed, traits] of drawn) expect(lookFor(seed, traits)).toMatchObject(traits.look ?? {});
  });

  test('is whole, self-contained and small', () => {
    for (const [seed, traits] of [...drawn, ...strangers]) {
      const svg = portraitSvg(seed, traits);
      expectWellFormedSvg(svg);
      expect(svg.length).toBeLessThan(60_000);
    }
  });

  test('is drawn in the size asked for', async () => {
    const [seed, traits] = drawn[0]!;
    const svg = portraitSvg(seed, traits);
    const sizes = [256, 40];
    const made = [await render(svg, 64), ...(await renderAll(svg, sizes))];
    const found = await Promise.all(made.map((picture) => sharp(picture).metadata()));
    expect(found.map(({ width, height, format }) => [width, height, format])).toEqual([
      [64, 64, 'jpeg'],
      ...sizes.map((size) => [size, size, 'webp']),
    ]);
  });

  test('cannot be drawn without a width', async () => {
    await expect(render('<svg xmlns="http://www.w3.org/2000/svg"/>', 10)).rejects.toThrow(RangeError);
  });
});
