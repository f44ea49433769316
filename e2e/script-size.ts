import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';

const dist = join(import.meta.dirname, '../web/dist');

/**
 * Record the scripts that a page loads from now on. The returned function returns their number, their text and their
 * total gzipped size in bytes.
 */
export function recordScripts(page: Page): () => { count: number; bytes: number; text: string } {
  const paths = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) paths.add(pathname);
  });
  return () => {
    const texts = [...paths].map((path) => readFileSync(join(dist, path)));
    const bytes = texts.reduce((sum, text) => sum + gzipSync(text).length, 0);
    return { count: texts.length, bytes, text: texts.join('\n') };
  };
}
