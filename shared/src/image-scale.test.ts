import { expect, it } from 'vitest';
import { scaleToFit } from './image-scale.ts';

it.each<[string, [number, number], [number, number]]>([
  ['a small picture', [400, 300], [400, 300]],
  ['a photo', [4_000, 3_000], [1_600, 1_200]],
  ['an upright photo', [3_000, 4_000], [1_200, 1_600]],
  ['a square', [4_000, 4_000], [1_600, 1_600]],
  ['a panorama', [16_000, 3_000], [1_600, 300]],
  ['a screenshot of a phone', [1_080, 2_400], [720, 1_600]],
  ['two screens of a phone', [1_080, 4_800], [720, 3_200]],
  ['a long screenshot, which keeps the area of a square', [1_080, 12_000], [480, 5_333]],
  ['a narrow strip, which keeps a side that WebP allows', [20, 16_384], [20, 16_383]],
])('scales a picture to the size limits: %s', (_name, [width, height], expected) => {
  const scale = scaleToFit({ width, height }, 1_600);
  expect([Math.round(width * scale), Math.round(height * scale)]).toEqual(expected);
});
