import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { documentName, type PagePath } from '@rivalhold/shared/pages.ts';

const dist = join(import.meta.dirname, '../web/dist');

/** Maximum gzipped size of the scripts of a page, in bytes. */
export const SCRIPTS_MAX = 250 * 1024;

/** Return whether a script contains the code of popovers. A page preloads this code 4 s after it has opened. */
export const isPopoverScript = (path: string): boolean =>
  readFileSync(join(dist, path), 'utf8').includes('--anchor-width');

/** Return the total gzipped size of scripts, in bytes. */
export const sizeOfScripts = (paths: Iterable<string>): number =>
  [...paths].reduce((sum, path) => sum + gzipSync(readFileSync(join(dist, path))).length, 0);

/** Return the paths of the scripts that are named in a page's document for signed-in players. */
export function documentScripts(page: PagePath): Set<string> {
  const html = readFileSync(join(dist, 'players', documentName(page)), 'utf8');
  return new Set([...html.matchAll(/="(\/assets\/[^"]+\.js)"/g)].map(([, script]) => script ?? ''));
}

/**
 * Record the scripts that a page loads from now on. The returned function returns their paths, their number, their text
 * and their total gzipped size in bytes.
 */
export function recordScripts(
  page: Page,
): () => { paths: ReadonlySet<string>; count: number; bytes: number; text: string } {
  const paths = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) paths.add(pathname);
  });
  return () => {
    const text = [...paths].map((path) => readFileSync(join(dist, path), 'utf8')).join('\n');
    return { paths, count: paths.size, bytes: sizeOfScripts(paths), text };
  };
}
