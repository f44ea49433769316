import { PAGES } from '@rivalhold/shared/pages.ts';
import { expect, it } from 'vitest';
import { router } from './router.tsx';

it('creates a route for every page of the site', () => {
  const paths = Object.keys(router.routesByPath).map((path) => path.replaceAll(/\$(\w+)/g, '{$1}'));
  expect(paths.toSorted()).toEqual(Object.keys(PAGES).toSorted());
});

it('lets the browser paint a pressed link before the next page renders', async () => {
  for (const to of ['/terms', '/privacy'] as const) {
    await router.navigate({ to });
    await router.load();
  }
  const shownPath = () => router.state.matches.at(-1)?.fullPath;
  const nextTask = new Promise((resolve) => setTimeout(resolve));
  void router.navigate({ to: '/terms' });
  await nextTask;
  expect(shownPath()).toBe('/privacy');
  await expect.poll(shownPath).toBe('/terms');
});

it.each(Object.keys(PAGES).filter((path) => path.includes('{token}')))(
  'replaces the token in the URL %s, and keeps the token in the state of the history entry',
  async (path) => {
    await router.navigate({ to: path.replace('{token}', 'a-token') });
    await router.load();
    const { href, state } = router.state.location;
    expect([href, state.linkToken]).toEqual([path.replace('{token}', 'link'), 'a-token']);
    expect(JSON.stringify(router.history.location.href)).not.toContain('a-token');
  },
);
