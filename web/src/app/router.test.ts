import { PAGES } from '@rivalhold/shared/pages.ts';
import { expect, it } from 'vitest';
import { router } from './router.tsx';

it('creates a route for every page of the site', () => {
  const paths = Object.keys(router.routesByPath).map((path) => path.replaceAll(/\$(\w+)/g, '{$1}'));
  expect(paths.toSorted()).toEqual(Object.keys(PAGES).toSorted());
});
