import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';
import { ICON_NAMES } from '../src/ui/icon-names.ts';

const VIRTUAL = 'virtual:icon-sprite';
const DEV_PATH = '/@icon-sprite.svg';

type IconSet = { icons: Record<string, { body: string; width?: number; height?: number }>; width?: number };

/** One SVG with a symbol for each name in `icon-names.ts`; fails on a name the set lacks. */
function drawSprite(): string {
  const file = createRequire(import.meta.url).resolve('@iconify-json/game-icons/icons.json');
  const set = JSON.parse(readFileSync(file, 'utf8')) as IconSet;
  const symbols = ICON_NAMES.map((name) => {
    const icon = set.icons[name];
    if (!icon) throw new Error(`game-icons has no icon named ${name}`);
    const size = icon.width ?? set.width ?? 512;
    return `<symbol id="${name}" viewBox="0 0 ${size} ${icon.height ?? size}">${icon.body}</symbol>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`;
}

/** Serves the used icons as one cached SVG file (no JavaScript); `virtual:icon-sprite` exports its address. */
export function iconSprite(): Plugin {
  let building = false;
  return {
    name: 'rivalhold:icon-sprite',
    configResolved(config) {
      building = config.command === 'build';
    },
    configureServer(server) {
      server.middlewares.use(DEV_PATH, (_request, response) => {
        response.setHeader('Content-Type', 'image/svg+xml');
        response.end(drawSprite());
      });
    },
    resolveId: (id) => (id === VIRTUAL ? `\0${VIRTUAL}` : undefined),
    load(id) {
      if (id !== `\0${VIRTUAL}`) return undefined;
      if (!building) return `export default '${DEV_PATH}';`;
      const ref = this.emitFile({ type: 'asset', name: 'icons.svg', source: drawSprite() });
      return `export default import.meta.ROLLUP_FILE_URL_${ref};`;
    },
  };
}
