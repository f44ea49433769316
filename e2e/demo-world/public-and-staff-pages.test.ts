import { PUBLIC_PATHS, STAFF_PATHS } from '@rivalhold/shared/pages.ts';
import { openAndMeasureShifts, shiftsAndScriptSize } from '../page-checks.ts';
import { tourPages } from '../page-tour.ts';
import { pagesOfRun, samplePath } from '../sample-paths.ts';
import { test } from '../test.ts';
import { signInDemo } from './sign-in.ts';

test('public pages have no layout shifts', async ({ newVisitor }) => {
  const { page } = await newVisitor({ width: 375 });
  const paths = pagesOfRun(PUBLIC_PATHS).map((path) => samplePath(path, { own: 0, other: 0 }));
  await tourPages(page, paths, openAndMeasureShifts);
});

// Log in as the admin, who has no friends in the demo world. A list of friends would move when a friend goes
// online or offline, which would count as a layout shift.
test('each staff page has no layout shifts and loads at most 250 KB of scripts', async ({ newVisitor }) => {
  const { page } = await signInDemo(newVisitor, 'demo_admin', 375);
  await tourPages(page, pagesOfRun(STAFF_PATHS), shiftsAndScriptSize);
});
