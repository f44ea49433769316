import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Figure, figures, type Measurement } from './report.ts';
import { startServer, temporaryFolder } from './server.ts';

/**
 * Measure the start-up time with the embedded database, in seconds. The first start creates the demo world, and the
 * second uses the existing data.
 */
export const startup =
  (aims: { emptyFolder: number; sameFolder: number }): Measurement =>
  async () => {
    const env = { DATA_DIR: temporaryFolder(), SEED: 'demo', LOG_LEVEL: 'warn' };
    const rows: Figure[] = [];
    for (const [folder, most] of [
      ['an empty', aims.emptyFolder],
      ['an existing', aims.sameFolder],
    ] as const) {
      const since = performance.now();
      const server = await startServer('server/src/main.ts', env);
      rows.push([`start with ${folder} data folder, s`, (performance.now() - since) / 1_000, most]);
      await server.stop();
    }
    return figures(rows);
  };

/**
 * Measure the gzipped size of the landing page's scripts in bytes, both without and with the scripts of the app, which
 * the page fetches later.
 */
export const landingScripts =
  (aims: { loaded: number; withApp: number }): Measurement =>
  async () => {
    const dist = join(import.meta.dirname, '../web/dist');
    const page = readFileSync(join(dist, 'pages/index.html'), 'utf8');
    const tags = page.matchAll(/<(?:script|link)\b[^>]*?\b(?:src|href)="(\/assets\/[^"]+\.js)"/g);
    const loaded = [...tags].map(([, path = '']) => path);
    const app = /<meta name="app" content="([^"]+)"/.exec(page)?.[1]?.split(' ');
    if (app === undefined) throw new Error('The landing page does not list the app');
    const sizeOf = (paths: readonly string[]) =>
      [...new Set(paths)].reduce((sum, path) => sum + gzipSync(readFileSync(join(dist, path))).length, 0);
    return figures([
      ['scripts of the landing page, bytes', sizeOf(loaded), aims.loaded],
      ['scripts of the landing page with the app, bytes', sizeOf([...loaded, ...app]), aims.withApp],
    ]);
  };
