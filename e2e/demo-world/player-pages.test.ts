import { PLAYER_PATHS } from '@rivalhold/shared/pages.ts';
import { shiftsAndScriptSize } from '../page-checks.ts';
import { tourPages } from '../page-tour.ts';
import { pagesOfRun } from '../sample-paths.ts';
import { test } from '../test.ts';
import { signInDemo } from './sign-in.ts';

const PATHS = pagesOfRun(PLAYER_PATHS);
const HALF = Math.ceil(PATHS.length / 2);

for (const [name, paths] of [
  ['first', PATHS.slice(0, HALF)],
  ['second', PATHS.slice(HALF)],
] as const)
  test(`each page in the ${name} half of the list of player pages has no layout shifts and loads at most 250 KB of scripts`, async ({
    newVisitor,
  }) => {
    const { page, pathOf } = await signInDemo(newVisitor, 'demo_player', 375);
    await tourPages(page, paths.map(pathOf), shiftsAndScriptSize);
  });

test('a long thread has no layout shifts and loads at most 250 KB of scripts', async ({ newVisitor }) => {
  const { page, longestThread } = await signInDemo(newVisitor, 'demo_player', 375);
  await tourPages(page, [longestThread], shiftsAndScriptSize);
});
