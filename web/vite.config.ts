import path from 'node:path';
import globalData from '@csstools/postcss-global-data';
import react from '@vitejs/plugin-react';
import customMedia from 'postcss-custom-media';
import { defineConfig } from 'vite';
import { firstPaint } from './plugins/first-paint.ts';
import { fonts } from './plugins/fonts.ts';
import { iconSprite } from './plugins/icon-sprite.ts';
import { precompress } from './plugins/precompress.ts';
import { prerender } from './plugins/prerender.ts';
import { pwa } from './plugins/pwa.ts';

/** The named media queries that every style sheet may use. */
const BREAKPOINTS = path.join(import.meta.dirname, 'src/breakpoints.css');
const BASE_MODULES =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|clsx|@tanstack\/[^/]+)\//;
const LOADER_MODULES = /vite\/preload-helper|rolldown\/runtime|lib\/reload-on-missing-chunk/;
/** What every page of a player begins with. */
const PLAYER_ENTRIES = /\/src\/(app\/(player-nav|live-updates-host)|pages\/loaders)\.tsx?$/;
/** What is loaded when something opens over the page. */
const OVERLAY_MODULES =
  /@base-ui\/react\/(dialog|popover)|@floating-ui|\/ui\/(dialog|lightbox|popover-window)\./;
const SHARED_MODULES = /\/(web|shared)\/src\/(?!(lib\/reload-on-missing-chunk|guest|main|service-worker)\.)/;
const isShared = (id: string) => SHARED_MODULES.test(id) && !OVERLAY_MODULES.test(id);
const server = process.env.RIVALHOLD_SERVER ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), iconSprite(), fonts(), firstPaint(), pwa(), precompress(), prerender()],
  css: { postcss: { plugins: [globalData({ files: [BREAKPOINTS] }), customMedia()] } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The browsers that know light-dark(), which the tokens are written with.
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    // Inlined data would be refetched with every page of CSS; files are cached for a year.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'src/guest.ts'].map((name) => path.join(import.meta.dirname, name)),
      output: {
        // The first script names all others, so their names are short.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        codeSplitting: {
          groups: [
            // All that a guest's page runs stands apart from the app.
            { name: 'loader', test: LOADER_MODULES, priority: 6 },
            // What every page needs and what seldom changes: one file compresses better than six and outlives an update.
            { name: 'base', test: BASE_MODULES, priority: 5 },
            // Some hundred bytes each, and no guest's first page has one: dozens of files are one.
            { name: 'icons', test: /node_modules\/lucide-react\//, priority: 5 },
            { name: 'app', test: SHARED_MODULES, tags: ['$initial'], priority: 4 },
            // On a slow line each small file costs more than what it weighs. Each group brings along what it imports.
            { name: 'kit', test: isShared, minShareCount: 5, priority: 3 },
            { name: 'player', test: PLAYER_ENTRIES, priority: 2 },
            { name: 'windows', test: OVERLAY_MODULES, priority: 1 },
            // The rest: what the same pages need.
            {
              name: 'shared',
              test: isShared,
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 600,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/media': server,
      '/sandbox-pay': server,
      '/socket.io': { target: server, ws: true },
    },
  },
});
