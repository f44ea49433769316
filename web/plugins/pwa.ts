import { readFileSync } from 'node:fs';
import path from 'node:path';
import { SERVER_PATHS } from '@rivalhold/shared/page-paths.ts';
import { INSTALL_TEXTS } from '@rivalhold/shared/texts/install.ts';
import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import sharp from 'sharp';
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

const WEB = path.join(import.meta.dirname, '..');
const FAVICON = readFileSync(path.join(WEB, 'public/favicon.svg'), 'utf8');
/** The background color: `--ground` of the dark theme. */
const BACKGROUND = '#0a0e19';
/** Width and height of the favicon. */
const FAVICON_SIZE = 32;
const DPI = 72;
const WORKER = 'sw.js';

const [, LOGO_PATH = ''] = /(<path.*)<\/svg>/.exec(FAVICON) ?? [];
const svg = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${FAVICON_SIZE} ${FAVICON_SIZE}" width="${FAVICON_SIZE}" height="${FAVICON_SIZE}">${content}</svg>`;
/**
 * A full-bleed background with the logo in the safe zone of maskable icons, which is a circle with 80% of the icon's
 * width.
 */
const MASKABLE = svg(
  `<rect width="${FAVICON_SIZE}" height="${FAVICON_SIZE}" fill="${BACKGROUND}"/><g transform="translate(16 16) scale(.85) translate(-16 -18.800)">${LOGO_PATH}</g>`,
);
/** The logo in white, because devices use only the shape of a badge, not its colors. */
const BADGE = svg(
  `<g transform="translate(0 -3)">${LOGO_PATH.replaceAll(/fill="[^"]+"/g, 'fill="#fff"')}</g>`,
);

const ICONS = {
  'icon-192.png': { art: FAVICON, size: 192 },
  'icon-512.png': { art: FAVICON, size: 512 },
  'maskable-192.png': { art: MASKABLE, size: 192 },
  'maskable-512.png': { art: MASKABLE, size: 512 },
  'touch-180.png': { art: MASKABLE, size: 180 },
  'badge-96.png': { art: BADGE, size: 96 },
} as const;
type IconName = keyof typeof ICONS;

/** Draw an icon as PNG. */
export const drawIcon = (name: IconName): Promise<Buffer> => {
  const { art, size } = ICONS[name];
  return sharp(Buffer.from(art), { density: (DPI * size) / FAVICON_SIZE })
    .resize(size, size)
    .png()
    .toBuffer();
};

/** Return the web app manifest. `urlOf` returns the address of an icon. */
export function buildManifest(urlOf: (name: IconName) => string): object {
  const icon = (name: IconName) => ({
    src: urlOf(name),
    sizes: `${ICONS[name].size}x${ICONS[name].size}`,
    type: 'image/png',
  });
  return {
    id: '/',
    name: SHELL_TEXTS.product,
    short_name: SHELL_TEXTS.product,
    description: INSTALL_TEXTS.description,
    lang: 'en',
    dir: 'ltr',
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    background_color: BACKGROUND,
    theme_color: BACKGROUND,
    categories: ['games', 'social'],
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      icon('icon-192.png'),
      icon('icon-512.png'),
      { ...icon('maskable-192.png'), purpose: 'maskable' },
      { ...icon('maskable-512.png'), purpose: 'maskable' },
    ],
    shortcuts: INSTALL_TEXTS.shortcuts.map((shortcut) => ({ ...shortcut, icons: [icon('icon-192.png')] })),
  };
}

const link = (attrs: Record<string, string>): HtmlTagDescriptor => ({ tag: 'link', attrs, injectTo: 'head' });

type Bundle = Rolldown.OutputBundle;

/** Return the address of the asset that was emitted with this name. Throws if the build has no such asset. */
export function assetUrl(bundle: Bundle, name: string): string {
  const file = Object.values(bundle).find((item) => item.type === 'asset' && item.names.includes(name));
  if (!file) throw new Error(`${name} is missing in the build`);
  return `/${file.fileName}`;
}

/**
 * Return the files that the page needs before it can show anything: the files that it links (except PNG icons) and the
 * static imports of its scripts.
 */
function shellFiles(page: string, bundle: Bundle): string[] {
  const named = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file]) => file as string);
  const files = new Set<string>();
  const add = (name: string) => {
    if (files.has(name)) return;
    files.add(name);
    const file = bundle[name];
    if (file?.type === 'chunk') for (const imported of file.imports) add(imported);
  };
  for (const name of named) if (!name.endsWith('.png')) add(name);
  return [...files].map((name) => `/${name}`);
}

/**
 * Make the site installable: icons drawn from the favicon, the manifest, and the service worker with the list of app
 * shell files. The app shell includes the HTML page, so that the page and its scripts come from the same build.
 */
export function pwa(): Plugin {
  return {
    name: 'rivalhold:installable',
    apply: 'build',
    async buildStart() {
      for (const name of Object.keys(ICONS) as IconName[])
        this.emitFile({ type: 'asset', name, source: await drawIcon(name) });
      this.emitFile({ type: 'chunk', id: path.join(WEB, 'src/service-worker.ts'), fileName: WORKER });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        bundle && [
          link({ rel: 'manifest', href: '/manifest.webmanifest' }),
          link({ rel: 'apple-touch-icon', href: assetUrl(bundle, 'touch-180.png') }),
        ],
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const iconUrl = (name: IconName) => assetUrl(bundle, name);
        const manifest = JSON.stringify(buildManifest(iconUrl));
        this.emitFile({ type: 'asset', fileName: 'manifest.webmanifest', source: manifest });
        const index = bundle['index.html'];
        const worker = bundle[WORKER];
        if (index?.type !== 'asset' || worker?.type !== 'chunk')
          throw new Error('The page or its service worker is missing in the build');
        if (worker.imports.length > 0) throw new Error('The service worker must not import other files');
        const source = String(index.source);
        const offlinePage = source.replace('<html', '<html data-offline-shell');
        const page = this.emitFile({ type: 'asset', name: 'shell.html', source: offlinePage });
        const shell = {
          page: `/${this.getFileName(page)}`,
          files: shellFiles(source, bundle),
          icon: iconUrl('icon-192.png'),
          badge: iconUrl('badge-96.png'),
          serverPaths: SERVER_PATHS,
        };
        worker.code = worker.code.replaceAll('__SHELL__', JSON.stringify(shell));
      },
    },
  };
}
