import path from 'node:path';
import globalData from '@csstools/postcss-global-data';
import react from '@vitejs/plugin-react';
import customMedia from 'postcss-custom-media';
import { defineConfig } from 'vite';
import { firstPaint } from './plugins/first-paint.ts';
import { fonts } from './plugins/fonts.ts';
import { iconSprite } from './plugins/icon-sprite.ts';
import { precompress } from './plugins/precompress.ts';
import { PLAYER_ENTRIES, prerender } from './plugins/prerender.ts';
import { pwa } from './plugins/pwa.ts';

/** File with named media queries, which every stylesheet can use. */
const BREAKPOINTS = path.join(import.meta.dirname, 'src/breakpoints.css');
const BASE_MODULES =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|clsx|@tanstack\/[^/]+)\//;
const LOADER_MODULES = /vite\/preload-helper|rolldown\/runtime|lib\/reload-on-missing-chunk/;
/** Modules that are loaded when a popover or a dialog opens. Dialogs also need most modules of popovers. */
const POPOVER_MODULES = /@base-ui\/react\/popover|@floating-ui|\/ui\/popover-window\./;
const DIALOG_MODULES = /@base-ui\/react\/dialog|\/ui\/dialog\./;
const SHARED_MODULES =
  /\/(web|shared)\/src\/(?!(lib\/reload-on-missing-chunk|guest|guest-page|main|service-worker)\.)/;
/** Shared modules to keep out of the group `kit`, because most pages, or all guest pages, do not need them. */
const NOT_FOR_MOST_PAGES =
  /\/shared\/src\/(fights|items|texts\/(combat|accounts|dms|fights|fight-help|inventory|photos|ranked|refusals|rules|titles)\.)|\/web\/src\/(features\/practice\/|features\/friends\/components\/|entities\/(arena\/scene|blocks\/block-button|items\/(display|entries|item-icon))\.|lib\/use-shortcuts\.|ui\/(choice|facts|radio-group|text-page|select-field|reason-fields)\.)/;
const isShared = (id: string) =>
  SHARED_MODULES.test(id) && !POPOVER_MODULES.test(id) && !DIALOG_MODULES.test(id);
const server = process.env.RIVALHOLD_SERVER ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), iconSprite(), fonts(), firstPaint(), pwa(), precompress(), prerender()],
  css: { postcss: { plugins: [globalData({ files: [BREAKPOINTS] }), customMedia()] } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The oldest supported versions. The tokens require light-dark().
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    // Do not inline files: inlined data would be downloaded with every stylesheet, while files are cached for a
    // year.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'src/guest.ts', 'src/guest-page.ts'].map((name) =>
        path.join(import.meta.dirname, name),
      ),
      output: {
        // The first script lists the names of all other scripts, so short names keep it small.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        codeSplitting: {
          groups: [
            // Keep these modules, which guest pages also need, separate from the app.
            { name: 'loader', test: LOADER_MODULES, priority: 6 },
            // Libraries that every page needs and that rarely change. One file compresses better than a file per
            // library, and stays cached across releases.
            { name: 'base', test: BASE_MODULES, tags: ['$initial'], priority: 5 },
            // The parts of these libraries that no guest page needs at first.
            { name: 'libraries', test: BASE_MODULES, minShareCount: 6, priority: 4 },
            // Icons are a few hundred bytes each, and no guest page needs them at first, so bundle those of many
            // pages into one file.
            { name: 'icons', test: /node_modules\/lucide-react\//, minShareCount: 6, priority: 5 },
            { name: 'app', test: SHARED_MODULES, tags: ['$initial'], priority: 4 },
            // Bundle shared modules, because on a slow connection many small files take longer than one file. Each
            // group includes its imports.
            {
              name: 'kit',
              test: (id) => isShared(id) && !NOT_FOR_MOST_PAGES.test(id),
              minShareCount: 6,
              priority: 3,
            },
            { name: 'player', test: PLAYER_ENTRIES, priority: 2 },
            { name: 'popovers', test: POPOVER_MODULES, priority: 2 },
            { name: 'dialogs', test: DIALOG_MODULES, priority: 1 },
            // The remaining modules, grouped by the pages that need them.
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
