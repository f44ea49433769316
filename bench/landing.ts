import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const dist = join(import.meta.dirname, '..', 'web', 'dist');

/** Bytes of the scripts that the landing page loads, each compressed by gzip: those its document names. */
export function landingScripts(): { files: number; bytes: number } {
  const page = readFileSync(join(dist, 'pages/index.html'), 'utf8');
  const named = page.matchAll(/<(?:script|link)\b[^>]*?\b(?:src|href)="(\/assets\/[^"]+\.js)"/g);
  const paths = [...new Set([...named].map(([, path = '']) => path))];
  const sizes = paths.map((path) => gzipSync(readFileSync(join(dist, path))).length);
  return { files: paths.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}
