import { readFileSync } from 'node:fs';
import { PAGES } from '@rivalhold/shared/pages.ts';
import { expect, it } from 'vitest';

it('keeps search engines away from all pages with a token in the path', () => {
  const robots = readFileSync(new URL('../../public/robots.txt', import.meta.url), 'utf8');
  const paths = Object.keys(PAGES).filter((path) => path.includes('{token}'));
  expect(paths.length).toBeGreaterThan(0);
  for (const path of paths) expect(robots.split('\n')).toContain(`Disallow: ${path.replace('{token}', '')}`);
});
