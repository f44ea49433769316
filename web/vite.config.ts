import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { faces } from './plugins/faces.ts';
import { firstPaint } from './plugins/first-paint.ts';
import { iconSprite } from './plugins/icon-sprite.ts';
import { inlineLimits } from './plugins/inline-limits.ts';
import { installable } from './plugins/installable.ts';
import { precompress } from './plugins/precompress.ts';
import { prerender } from './plugins/prerender.ts';

const BASE = /node_modules\/(react|react-dom|scheduler|use-sync-external-store|clsx|@tanstack\/[^/]+)\//;
const LOADER = /vite\/preload-helper|rolldown\/runtime|lib\/come-back/;
/**
 * What every page of a player begins with, and the small parts that their dashboard shares with a page or two: each as a
 * file of its own would cost a slow line more than what it weighs.
 */
const PLAYER_FILE = new RegExp(
  `/src/(${[
    'app/(player-nav|first-calls|people-host)',
    'pages/dashboard/loader',
    'features/(combat/(witness|components/heal-button)|dms/(api|thread)|photos/(api|likes|components/photo-picture))',
    'features/friends/(arrange|components/(counted|request-\\w+))',
    'features/gifs/components/chosen-gif',
    'entities/activity/(sentence|activity-row)',
    'entities/conversations/times',
    'entities/players/(people-skeleton|person-row)',
    'entities/posts/(mention-link|post|post-text|post-media)',
    'lib/(anchors|media-file|pages|picture-file|restored-draft|socket-connection|touch|use-chosen|use-closing|use-when-near|wish)',
    'ui/filled-page',
    'texts/comments',
  ].join('|')})\\.`,
);
/** What is loaded when something opens over the page. */
const WINDOWS = /@base-ui|@floating-ui|\/ui\/(dialog|lightbox|popover-window)\./;
const SHARED = /\/(web|shared)\/src\/(?!(lib\/come-back|guest|main|service-worker)\.)/;
const isShared = (id: string) => SHARED.test(id) && !WINDOWS.test(id);
/** What only players ask for, by more files than the kit's least: a guest has the kit with the account dialogs. */
const ASKED_BY_PLAYERS =
  /(lib\/pages|features\/(dms\/(api|thread)|photos\/(api|likes))|entities\/posts\/(mention-link|post-text))\./;
const server = process.env.RIVALHOLD_SERVER ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    inlineLimits(),
    react(),
    iconSprite(),
    faces(),
    firstPaint(),
    installable(),
    precompress(),
    prerender(),
  ],
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
            { name: 'loader', test: LOADER, priority: 6 },
            // What every page needs and what seldom changes: one file compresses better than six and outlives an update.
            { name: 'base', test: BASE, priority: 5 },
            // Some hundred bytes each, and no guest's first page has one: dozens of files are one.
            { name: 'icons', test: /node_modules\/lucide-react\//, priority: 5 },
            { name: 'app', test: SHARED, tags: ['$initial'], priority: 4 },
            // On a slow line each small file costs more than what it weighs: what many pages need is one, and so is
            // what every page of a player begins with. Each brings along what it imports.
            {
              name: 'kit',
              test: (id: string) => isShared(id) && !ASKED_BY_PLAYERS.test(id),
              minShareCount: 4,
              priority: 3,
            },
            { name: 'windows', test: WINDOWS, priority: 1 },
            { name: 'player', test: PLAYER_FILE, priority: 2 },
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
