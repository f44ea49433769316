import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { optimize } from 'svgo';
import type { Plugin } from 'vite';
import { CONSUMABLE_ICONS, GEAR_ICONS, INTERFACE_ICONS } from '../src/ui/icon-names.ts';

const VIRTUAL = 'virtual:icon-sprite';
const SHEETS = { signs: INTERFACE_ICONS, supplies: CONSUMABLE_ICONS, gear: GEAR_ICONS };
type Sheet = keyof typeof SHEETS;
const SHEET_NAMES = Object.keys(SHEETS) as Sheet[];

/** Return the name under which the build emits an icon sheet. */
export const sheetFile = (sheet: Sheet): string => `${sheet}.svg`;
/** Return the path of an icon sheet on the development server. */
const devPath = (sheet: Sheet) => `/@icons/${sheetFile(sheet)}`;
/**
 * For each icon sheet, its path on the development server and the name under which the build emits it. Prerendering
 * replaces the path with the address of the emitted file.
 */
export const DEV_PATHS: readonly (readonly [path: string, file: string])[] = SHEET_NAMES.map(
  (sheet) => [devPath(sheet), sheetFile(sheet)] as const,
);

type IconSet = { icons: Record<string, { body: string; width?: number; height?: number }>; width?: number };

/** A tenth of a unit is precise enough: icons are 512 units wide, and shown in fewer pixels. */
const lowPrecision = { name: 'convertPathData', params: { floatPrecision: 1 } } as const;
/** Return an SVG drawing with less precise coordinates, which makes it smaller. */
const minifyPath = (body: string): string =>
  optimize(`<svg xmlns="http://www.w3.org/2000/svg">${body}</svg>`, { plugins: [lowPrecision] }).data.replace(
    /^<svg[^>]*>|<\/svg>$/g,
    '',
  );

/** Return an SVG with a symbol for each icon of a sheet. Throws on an unknown icon. */
function drawSheet(sheet: Sheet): string {
  const file = createRequire(import.meta.url).resolve('@iconify-json/game-icons/icons.json');
  const set = JSON.parse(readFileSync(file, 'utf8')) as IconSet;
  const symbols = SHEETS[sheet].map((name) => {
    const icon = set.icons[name];
    if (!icon) throw new Error(`game-icons has no icon named ${name}`);
    const size = icon.width ?? set.width ?? 512;
    return `<symbol id="${name}" viewBox="0 0 ${size} ${icon.height ?? size}">${minifyPath(icon.body)}</symbol>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`;
}

/**
 * Serve the used icons as SVG files that browsers cache, instead of as JavaScript. `virtual:icon-sprite` exports the
 * addresses of the files.
 */
export function iconSprite(): Plugin {
  let building = false;
  return {
    name: 'rivalhold:icon-sprite',
    configResolved(config) {
      building = config.command === 'build' && !config.build.ssr;
    },
    configureServer(server) {
      for (const sheet of SHEET_NAMES)
        server.middlewares.use(devPath(sheet), (_request, response) => {
          response.setHeader('Content-Type', 'image/svg+xml');
          response.end(drawSheet(sheet));
        });
    },
    resolveId: (id) => (id === VIRTUAL ? `\0${VIRTUAL}` : undefined),
    load(id) {
      if (id !== `\0${VIRTUAL}`) return undefined;
      const sheetUrl = (sheet: Sheet) => {
        if (!building) return `'${devPath(sheet)}'`;
        const ref = this.emitFile({ type: 'asset', name: sheetFile(sheet), source: drawSheet(sheet) });
        return `import.meta.ROLLUP_FILE_URL_${ref}`;
      };
      return SHEET_NAMES.map((sheet) => `export const ${sheet} = ${sheetUrl(sheet)};`).join('\n');
    },
  };
}
