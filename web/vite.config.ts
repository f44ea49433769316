import path from 'node:path';
import globalData from '@csstools/postcss-global-data';
import react from '@vitejs/plugin-react';
import customMedia from 'postcss-custom-media';
import { defineConfig } from 'vite';
import { firstPaint } from './plugins/first-paint.ts';
import { fonts } from './plugins/fonts.ts';
import { iconSprite } from './plugins/icon-sprite.ts';
import { inlineLimits } from './plugins/inline-limits.ts';
import { precompress } from './plugins/precompress.ts';
import { prerender } from './plugins/prerender.ts';
import { pwa } from './plugins/pwa.ts';

/** The named media queries that every style sheet may use. */
const BREAKPOINTS = path.join(import.meta.dirname, 'src/breakpoints.css');
const BASE_MODULES =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|clsx|@tanstack\/[^/]+)\//;
const LOADER_MODULES = /vite\/preload-helper|rolldown\/runtime|lib\/reload-on-missing-chunk/;
/**
 * What every page of a player begins with, and the small parts that their dashboard shares with a page or two: each as a
 * file of its own would cost a slow line more than what it weighs.
 */
const PLAYER_MODULES = new RegExp(
  `/src/(${[
    'app/(player-nav|live-updates-host)',
    'pages/(navigation|dashboard/loader)',
    'features/(combat/(fight-commitments|components/heal-button)|dms/(api|thread)|photos/(api|likes|components/photo-image))',
    'features/friends/(split-by-presence|components/(counted-heading|request-\\w+))',
    'features/gifs/components/chosen-gif',
    'entities/activity/(describe-activity|activity-row)',
    'entities/conversations/times',
    'entities/players/(people-skeleton|person-row)',
    'entities/posts/(post|post-text|post-media)',
    'lib/(anchors|media-file|paged-list|picture-file|restored-draft|socket-connection|touch|use-optimistic-value|use-close-overlay|use-load-when-near|use-preference)',
    'ui/full-height-page',
    'texts/comments',
  ].join('|')})\\.`,
);
/** What is loaded when something opens over the page. */
const OVERLAY_MODULES =
  /@base-ui\/react\/(dialog|popover)|@floating-ui|\/ui\/(dialog|lightbox|popover-window)\./;
const SHARED_MODULES = /\/(web|shared)\/src\/(?!(lib\/reload-on-missing-chunk|guest|main|service-worker)\.)/;
const isShared = (id: string) => SHARED_MODULES.test(id) && !OVERLAY_MODULES.test(id);
/** What only players ask for, by more files than the kit's least: a guest has the kit with the account dialogs. */
const PLAYER_ONLY_MODULES =
  /(lib\/paged-list|features\/(dms\/(api|thread)|photos\/(api|likes))|entities\/posts\/post-text)\./;
const server = process.env.RIVALHOLD_SERVER ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [inlineLimits(), react(), iconSprite(), fonts(), firstPaint(), pwa(), precompress(), prerender()],
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
            // On a slow line each small file costs more than what it weighs: what many pages need is one, and so is
            // what every page of a player begins with. Each brings along what it imports.
            {
              name: 'kit',
              test: (id: string) => isShared(id) && !PLAYER_ONLY_MODULES.test(id),
              minShareCount: 4,
              priority: 3,
            },
            { name: 'windows', test: OVERLAY_MODULES, priority: 1 },
            { name: 'player', test: PLAYER_MODULES, priority: 2 },
            // The rest: what has the same readers.
            {
              name: 'shared',
              test: isShared,
              minShareCount: 3,
              entriesAware: true,
              entriesAwareMergeThreshold: 2_000,
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
