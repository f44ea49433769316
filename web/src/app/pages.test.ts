import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageOf } from '@rivalhold/shared/pages.ts';
import { expect, it } from 'vitest';

it('every route of the browser is a page that the server knows', () => {
  const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8');
  const text = read('public-routes.ts') + read('router.tsx');
  const paths = [...text.matchAll(/^ {2}path: '(\/[^']*)'/gm)].map(([, path]) => path as string);
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !pageOf(path.replaceAll(/\$\w+/g, '7')))).toEqual([]);
});
