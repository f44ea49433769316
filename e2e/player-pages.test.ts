import { PLAYER_PATHS } from '@rivalhold/shared/pages.ts';
import { test } from 'vitest';
import { useDemoWorld } from './demo-world.ts';
import { shiftsAndScriptSize } from './page-checks.ts';
import { tourPages } from './page-tour.ts';
import { pagesOfRun } from './sample-paths.ts';

const { signInDemo } = useDemoWorld();
const PATHS = pagesOfRun(PLAYER_PATHS);
const HALF = Math.ceil(PATHS.length / 2);

test.each([
  ['first', PATHS.slice(0, HALF)],
  ['second', PATHS.slice(HALF)],
] as const)(
  "the %s half of a player's pages have no layout shifts and load at most 250 KB of scripts",
  async (_, paths) => {
    const { page, pathOf } = await signInDemo('demo_player', 375);
    await tourPages(page, paths.map(pathOf), shiftsAndScriptSize);
  },
);

test('a long thread has no layout shifts and loads at most 250 KB of scripts', async () => {
  const { page, longestThread } = await signInDemo('demo_player', 375);
  await tourPages(page, [longestThread], shiftsAndScriptSize);
});
