import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { CAPTIONS, SCENES, sceneSvg } from './pictures.ts';
import { render } from './portrait.ts';
import { expectWhole } from './testing.ts';

describe('the scenes', () => {
  test.each(SCENES)('%s is whole, and the same whenever it is drawn', (scene) => {
    const svg = sceneSvg(scene);
    expectWhole(svg);
    expect(sceneSvg(scene)).toBe(svg);
    expect(CAPTIONS[scene].length).toBeLessThanOrEqual(200);
  });

  test('are drawn at their own proportions', async () => {
    const { width, height, format } = await sharp(await render(sceneSvg('forge'), 480)).metadata();
    expect({ width, height, format }).toEqual({ width: 480, height: 320, format: 'webp' });
  });
});
