import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { optimize } from 'svgo';
import type { Plugin } from 'vite';
import { CONSUMABLE_ICONS, GEAR_ICONS, INTERFACE_ICONS } from '../src/ui/icon-names.ts';

const VIRTUAL = 'virtual:icon-sprite';
const SPRITES = { interfaceIcons: INTERFACE_ICONS, consumableIcons: CONSUMABLE_ICONS, gearIcons: GEAR_ICONS };
type Sprite = keyof typeof SPRITES;
const SPRITE_NAMES = Object.keys(SPRITES) as Sprite[];

/** Return the name under which the build emits an icon sprite. */
export const spriteFile = (sprite: Sprite): string => `${sprite}.svg`;
/** Return the path of an icon sprite on the development server. */
const devPath = (sprite: Sprite) => `/@icons/${spriteFile(sprite)}`;
/**
 * For each icon sprite, its path on the development server and the name under which the build emits it. Prerendering
 * replaces the path with the address of the emitted file.
 */
export const DEV_PATHS: readonly (readonly [path: string, file: string])[] = SPRITE_NAMES.map(
  (sprite) => [devPath(sprite), spriteFile(sprite)] as const,
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

/** Return an SVG with a symbol for each icon of a sprite. Throws on an unknown icon. */
function drawSprite(sprite: Sprite): string {
  const file = createRequire(import.meta.url).resolve('@iconify-json/game-icons/icons.json');
  const set = JSON.parse(readFileSync(file, 'utf8')) as IconSet;
  const symbols = SPRITES[sprite].map((name) => {
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
      for (const sprite of SPRITE_NAMES)
        server.middlewares.use(devPath(sprite), (_request, response) => {
          response.setHeader('Content-Type', 'image/svg+xml');
          response.end(drawSprite(sprite));
        });
    },
    resolveId: (id) => (id === VIRTUAL ? `\0${VIRTUAL}` : undefined),
    load(id) {
      if (id !== `\0${VIRTUAL}`) return undefined;
      const spriteUrl = (sprite: Sprite) => {
        if (!building) return `'${devPath(sprite)}'`;
        const ref = this.emitFile({ type: 'asset', name: spriteFile(sprite), source: drawSprite(sprite) });
        return `import.meta.ROLLUP_FILE_URL_${ref}`;
      };
      return SPRITE_NAMES.map((sprite) => `export const ${sprite} = ${spriteUrl(sprite)};`).join('\n');
    },
  };
}
