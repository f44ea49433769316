import { PUBLIC_PATHS, STAFF_PATHS } from '@rivalhold/shared/pages.ts';
import { shiftsAndScriptSize } from '../page-checks.ts';
import { tourPages } from '../page-tour.ts';
import { pagesOfRun, samplePath } from '../sample-paths.ts';
import { test } from '../test.ts';
import { signInDemo } from './sign-in.ts';

test('public pages are accessible and have no layout shifts', async ({ newVisitor }) => {
  const { page } = await newVisitor();
  const paths = pagesOfRun(PUBLIC_PATHS, ['/', '/forgot-password', '/faq']);
  const phone = [...paths.map((path) => samplePath(path, { own: 0, other: 0 })), '/none'];
  await tourPages(page, { phone, desktop: pagesOfRun(phone, ['/']) });
});

// Log in as the admin, who has no friends in the demo world. A list of friends would move when a friend goes
// online or offline, which would count as a layout shift.
test('each staff page is accessible, has no layout shifts, and loads at most 250 KB of scripts', async ({
  newVisitor,
}) => {
  const { page } = await signInDemo(newVisitor, 'demo_admin');
  const phone = pagesOfRun(STAFF_PATHS, ['/admin/users', '/admin/site-health']);
  await tourPages(page, {
    phone,
    desktop: pagesOfRun(phone, ['/admin/users']),
    openOnPhone: shiftsAndScriptSize,
  });
});
