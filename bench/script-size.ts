import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const dist = join(import.meta.dirname, '..', 'web', 'dist');

type ScriptSize = { files: number; bytes: number };

/** How many scripts of the built client these paths are, and the bytes of all, each compressed by gzip. */
export function scriptSizeOf(paths: Iterable<string>): ScriptSize {
  const files = [...new Set(paths)];
  const sizes = files.map((path) => gzipSync(readFileSync(join(dist, path))).length);
  return { files: files.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/**
 * Scripts of the landing page: what its document loads, and what that and the app weigh that is fetched once somebody
 * moves. Throws where the document names no app.
 */
export function landingScriptSizes(): { loaded: ScriptSize; fetched: ScriptSize } {
  const page = readFileSync(join(dist, 'pages/index.html'), 'utf8');
  const named = page.matchAll(/<(?:script|link)\b[^>]*?\b(?:src|href)="(\/assets\/[^"]+\.js)"/g);
  const loaded = [...named].map(([, path = '']) => path);
  const app = /<meta name="app" content="([^"]+)"/.exec(page)?.[1]?.split(' ');
  if (app === undefined) throw new Error('The landing page names no app');
  return { loaded: scriptSizeOf(loaded), fetched: scriptSizeOf([...loaded, ...app]) };
}
