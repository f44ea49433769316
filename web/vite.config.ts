import path from 'node:path';
import globalData from '@csstools/postcss-global-data';
import { SERVER_PATHS } from '@rivalhold/shared/page-paths.ts';
import react from '@vitejs/plugin-react';
import customMedia from 'postcss-custom-media';
import { defineConfig } from 'vite';
import { firstPaint } from './plugins/first-paint.ts';
import { fonts } from './plugins/fonts.ts';
import { iconSprite } from './plugins/icon-sprite.ts';
import { modulesAt } from './plugins/modules-at.ts';
import { precompress } from './plugins/precompress.ts';
import { PLAYER_ENTRIES, prerender } from './plugins/prerender.ts';
import { pwa } from './plugins/pwa.ts';

/** File with named media queries, which every stylesheet can use. */
const BREAKPOINTS = path.join(import.meta.dirname, 'src/breakpoints.css');
const BASE_MODULES =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|clsx|@tanstack\/[^/]+)\//;
const LOADER_FILES = modulesAt(['web/src/lib/reload-on-missing-chunk.ts']);
const isLoader = (id: string) => /vite\/preload-helper|rolldown\/runtime/.test(id) || LOADER_FILES(id);
/** Modules that are loaded when a popover or a dialog opens. Dialogs also need most modules of popovers. */
const POPOVER_FILES = modulesAt(['web/src/ui/popover-window.tsx']);
const isPopover = (id: string) => /@base-ui\/react\/popover|@floating-ui/.test(id) || POPOVER_FILES(id);
const DIALOG_FILES = modulesAt(['web/src/ui/dialog.tsx']);
const isDialog = (id: string) => /@base-ui\/react\/dialog/.test(id) || DIALOG_FILES(id);
const SOURCES = modulesAt(['web/src', 'shared/src']);
const ENTRIES = modulesAt(
  ['guest.ts', 'guest-page.ts', 'main.tsx', 'service-worker.ts'].map((name) => `web/src/${name}`),
);
const isSource = (id: string) => SOURCES(id) && !ENTRIES(id) && !LOADER_FILES(id);
/** Modules to keep out of the group `kit`, because most pages do not need them, or because no guest page needs them. */
const NOT_FOR_MOST_PAGES = modulesAt([
  'shared/src/fights',
  'shared/src/items',
  'shared/src/texts/accounts.ts',
  'shared/src/texts/combat.ts',
  'shared/src/texts/dms.ts',
  'shared/src/texts/fight-help.ts',
  'shared/src/texts/fights.ts',
  'shared/src/texts/inventory.ts',
  'shared/src/texts/photos.ts',
  'shared/src/texts/ranked.ts',
  'shared/src/texts/refusals.ts',
  'shared/src/texts/rules.ts',
  'shared/src/texts/titles.ts',
  'web/src/entities/arena/scene.tsx',
  'web/src/entities/blocks/block-button.tsx',
  'web/src/entities/items/display.ts',
  'web/src/entities/items/entries.ts',
  'web/src/entities/items/item-icon.tsx',
  'web/src/features/friends/components',
  'web/src/features/practice',
  'web/src/lib/use-shortcuts.ts',
  'web/src/ui/choice.tsx',
  'web/src/ui/facts.tsx',
  'web/src/ui/radio-group.tsx',
  'web/src/ui/reason-fields.tsx',
  'web/src/ui/select-field.tsx',
  'web/src/ui/text-page.tsx',
]);
const isShared = (id: string) => isSource(id) && !isPopover(id) && !isDialog(id);
const server = process.env.RIVALHOLD_SERVER ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), iconSprite(), fonts(), firstPaint(), pwa(), precompress(), prerender()],
  css: { postcss: { plugins: [globalData({ files: [BREAKPOINTS] }), customMedia()] } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The oldest supported browser versions. The colors in tokens.css require light-dark().
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
            // Keep the loader, which guest pages also need, separate from the app.
            { name: 'loader', test: isLoader, priority: 6 },
            // Libraries that every page needs and that rarely change. One file compresses better than a file per
            // library, and stays cached across releases.
            { name: 'base', test: BASE_MODULES, tags: ['$initial'], priority: 5 },
            // The parts of the base libraries that no guest page needs at first.
            { name: 'libraries', test: BASE_MODULES, minShareCount: 6, priority: 4 },
            // Bundle icons that many pages use into one file, because each icon has only a few hundred bytes. This does
            // not slow down guest pages, because they need no icons at first.
            { name: 'icons', test: /node_modules\/lucide-react\//, minShareCount: 6, priority: 5 },
            { name: 'app', test: isSource, tags: ['$initial'], priority: 4 },
            // Bundle shared modules, because on a slow connection many small files take longer than one file. Each
            // group includes its imports.
            {
              name: 'kit',
              test: (id) => isShared(id) && !NOT_FOR_MOST_PAGES(id),
              minShareCount: 6,
              priority: 3,
            },
            { name: 'player', test: modulesAt(PLAYER_ENTRIES), priority: 2 },
            { name: 'popovers', test: isPopover, priority: 2 },
            { name: 'dialogs', test: isDialog, priority: 1 },
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
    proxy: Object.fromEntries(
      SERVER_PATHS.map((path) => [path, path === '/socket.io' ? { target: server, ws: true } : server]),
    ),
  },
});
