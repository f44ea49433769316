import { PLAYER_PATHS, type PlayerPath } from '@rivalhold/shared/pages.ts';
import { openAndSettle } from '../layout-shifts.ts';
import { loadMenus, shiftsAndScriptSize } from '../page-checks.ts';
import { tourPages } from '../page-tour.ts';
import { pagesOfRun } from '../sample-paths.ts';
import {
  documentScripts,
  isPopoverScript,
  recordScripts,
  SCRIPTS_MAX,
  sizeOfScripts,
} from '../script-size.ts';
import { expect, test } from '../test.ts';
import { signInDemo } from './sign-in.ts';

/** The pages whose layout on a desktop differs from their layout on a phone. */
const DESKTOP: PlayerPath[] = ['/dashboard', '/profiles/{userId}', '/dm/{userId}'];
/** The pages of a short run are those with the most code, and one page of each layout. */
const PATHS = pagesOfRun(PLAYER_PATHS, [
  '/dashboard',
  '/store',
  '/profiles/{userId}',
  '/dm/{userId}',
  '/settings',
  '/fights',
]);
const HALF = Math.ceil(PATHS.length / 2);

for (const [name, paths] of [
  ['first', PATHS.slice(0, HALF)],
  ['second', PATHS.slice(HALF)],
] as const)
  test(`player pages are accessible, have no layout shifts, and load at most 250 KB of scripts (${name} half)`, async ({
    newVisitor,
  }) => {
    const { page, pathOf } = await signInDemo(newVisitor, 'demo_player');
    const desktop = pagesOfRun(
      paths,
      paths.filter((path) => DESKTOP.includes(path)),
    );
    await tourPages(page, {
      phone: paths.map(pathOf),
      desktop: desktop.map(pathOf),
      openOnPhone: shiftsAndScriptSize,
    });
  });

test('a long thread is accessible, has no layout shifts, and loads at most 250 KB of scripts', async ({
  newVisitor,
}) => {
  const { page, longestThread } = await signInDemo(newVisitor, 'demo_player');
  await tourPages(page, {
    phone: [longestThread],
    desktop: pagesOfRun([longestThread], []),
    openOnPhone: shiftsAndScriptSize,
  });
});

// The tests above measure the scripts that each opened page loads, but not the scripts of its menus. This test counts
// the scripts of the menus, too. It opens one page to find them, and adds the scripts that the HTML of each page names.
// It leaves out staff pages, because they load other scripts for their menus.
test('the initial scripts of each player page and the scripts of the menus total at most 250 KB', async ({
  newVisitor,
}) => {
  const { page } = await signInDemo(newVisitor, 'demo_player');
  const scripts = recordScripts(page);
  await openAndSettle(page, '/coins');
  await loadMenus(page);
  const named = documentScripts('/coins');
  const later = [...scripts().paths].filter((script) => !named.has(script));
  expect(sizeOfScripts(later.filter(isPopoverScript))).toBeGreaterThan(10 * 1024);
  for (const path of PLAYER_PATHS)
    expect(sizeOfScripts(new Set([...documentScripts(path), ...later])), path).toBeLessThanOrEqual(
      SCRIPTS_MAX,
    );
});
