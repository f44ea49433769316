import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { firstPaint } from './plugins/first-paint.ts';
import { iconSprite } from './plugins/icon-sprite.ts';
import { inlineLimits } from './plugins/inline-limits.ts';
import { precompress } from './plugins/precompress.ts';

const BASE = /node_modules\/(react|react-dom|scheduler|use-sync-external-store|clsx|@tanstack\/[^/]+)\//;
const server = process.env.RIVALHOLD_SERVER ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [inlineLimits(), react(), iconSprite(), firstPaint(), precompress()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The browsers that know light-dark(), which the tokens are written with.
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    // Inlined data would be refetched with every page of CSS; files are cached for a year.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The first script names all others, so their names are short.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        // What every page needs and what seldom changes: one file compresses better than six and outlives an update.
        // Line icons are some hundred bytes each, and no guest's first page has one: dozens of files are one.
        codeSplitting: {
          groups: [
            { name: 'base', test: BASE },
            { name: 'icons', test: /node_modules\/lucide-react\// },
          ],
        },
      },
    },
  },
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  server: {
    proxy: {
      '/api': server,
      '/media': server,
      '/sandbox-pay': server,
      '/socket.io': { target: server, ws: true },
    },
  },
});
