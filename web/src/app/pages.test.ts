import { PLAYER_PAGES, PUBLIC_PAGES } from '@rivalhold/shared/pages.ts';
import { expect, it, vi } from 'vitest';
import { router } from './router.tsx';

// Drawn when the client is built.
vi.mock('virtual:icon-sprite', () => ({ signs: '' }));

it('the routes of the browser are the pages that the server knows', () => {
  const paths = Object.keys(router.routesByPath).map((path) => path.replaceAll(/\$(\w+)/g, '{$1}'));
  expect(paths.toSorted()).toEqual([...PUBLIC_PAGES, ...PLAYER_PAGES].toSorted());
});
