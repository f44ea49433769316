import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageOf } from '@rivalhold/shared/pages.ts';
import { expect, it } from 'vitest';

it('every route of the browser is a page that the server knows', () => {
  const text = readFileSync(join(import.meta.dirname, 'router.tsx'), 'utf8');
  const paths = [...text.matchAll(/^ {2}path: '(\/[^']*)'/gm)].map(([, path]) => path as string);
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !pageOf(path.replaceAll(/\$\w+/g, '7')))).toEqual([]);
});
