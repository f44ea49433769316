import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { DOCUMENT_PATHS, documentName, RENDERED_PATHS } from '@rivalhold/shared/pages.ts';
import { DASHBOARD_TEXTS } from '@rivalhold/shared/texts/dashboard.ts';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type Rolldown } from 'vite';
import { documentTitle } from '../src/lib/title.ts';
import type { PrerenderedPage } from '../src/prerender.tsx';
import { DEV_PATHS, iconSprite } from './icon-sprite.ts';
import { componentModules, PAGE_INDEX } from './page-modules.ts';
import { assetUrl } from './pwa.ts';

const WEB = path.join(import.meta.dirname, '..');
const DIST = path.join(WEB, 'dist');
/** Folder of the built renderer. It is inside the workspace, so that imports of packages resolve. */
const RENDERER = path.join(DIST, '.prerender');

type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } };
type Bundle = Rolldown.OutputBundle;

const APP = path.join(WEB, 'src/app/start.tsx');
const GUEST_SCRIPT = path.join(WEB, 'src/guest.ts');
const GUEST_PAGE_SCRIPT = path.join(WEB, 'src/guest-page.ts');
/** Modules that every player page needs from the start, in addition to its own modules. */
export const PLAYER_ENTRIES = [
  'app/live-updates-host.tsx',
  'app/player-nav.tsx',
  'app/tab-bar.tsx',
  'lib/socket-connection.ts',
  'pages/loaders.ts',
].map((name) => path.join(WEB, 'src', name));
/** The font of the buttons on the first screen of player pages. Every document already preloads the other two fonts. */
const BUTTON_FONT = 'chakra-petch-latin-600-normal.woff2';
/** The heading of the dashboard's skeleton. The server fills in the player's name. */
const GREETING = DASHBOARD_TEXTS.welcomeBack('%USER_NAME%');
/** The tags that load the app. */
const APP_TAGS = /\s*<(script type|link rel)="module(preload)?"[^>]*>(<\/script>)?/g;

/**
 * Write to `dist` the documents that the server sends:
 * - `pages`: prerendered pages for guests. Instead of the app, they load the script `src/guest.ts`. They list the app's
 *   files, so that this script can load the app later.
 * - `pages/sourceless`: variants of some of these pages, for sites without a link to their source code.
 * - `pages/rendered`: templates of the pages that the server renders for guests. The renderer is in `server`.
 * - `player.html`: the app with a skeleton, which players see until the app has started.
 * - `players`: a copy of `player.html` for each page, with preloads of the page's own code. Only the dashboard has its
 *   own skeleton.
 */
export function prerender(): Plugin {
  let modules: ReadonlyMap<string, string>;
  /** Return the id of the module that holds a page's component. */
  const moduleOf = (page: string): string => {
    const module = modules.get(page);
    if (!module) throw new Error(`${page} has no component in pages/index.ts`);
    return module;
  };
  return {
    name: 'rivalhold:prerender',
    apply: 'build',
    transform: {
      filter: { id: PAGE_INDEX },
      handler(code) {
        modules = componentModules(this.parse(code));
      },
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler(_options, bundle) {
        const { pages, appSkeleton, dashboardSkeleton } = await runRenderer();
        const index = readFileSync(path.join(DIST, 'index.html'), 'utf8');
        const write = (name: string, document: string) => {
          const file = path.join(DIST, name);
          mkdirSync(path.dirname(file), { recursive: true });
          writeFileSync(file, withAssetUrls(document, bundle));
        };
        for (const page of pages) {
          const folder = page.sourceless ? 'pages/sourceless' : 'pages';
          write(
            `${folder}/${page.path.slice(1) || 'index'}.html`,
            buildGuestDocument(page, moduleOf(page.path), index, bundle),
          );
        }
        for (const page of RENDERED_PATHS)
          write(`pages/rendered/${documentName(page)}`, buildRenderedTemplate(moduleOf(page), index, bundle));
        await buildServerRenderer(bundle);
        const entryChunks = requiredChunks(PLAYER_ENTRIES, bundle);
        const player = appendToHead(index, [
          ...stylesheetTags(entryChunks, bundle),
          ...entryChunks.map(modulePreloadTag),
          `<link rel="preload" as="font" type="font/woff2" href="${assetUrl(bundle, BUTTON_FONT)}" crossorigin="">`,
          SESSION_PRELOAD_TAG,
        ]).replace(
          '<div id="root">',
          () => `<div id="app-skeleton" inert>${appSkeleton}</div><div id="root">`,
        );
        write('player.html', prioritizeFirstPaint(player, bundle));
        for (const page of DOCUMENT_PATHS) {
          const own = requiredChunks([moduleOf(page)], bundle);
          const styles = stylesheetTags(own, bundle).filter((tag) => !player.includes(tag));
          const tags = [...own.map(modulePreloadTag), ...styles.map(asPreload)];
          const skeleton = page === '/dashboard' ? dashboardSkeleton : appSkeleton;
          const document = prioritizeFirstPaint(appendToHead(player, tags), bundle);
          write(
            `players/${documentName(page)}`,
            document.replace(appSkeleton, () => skeleton),
          );
        }
      },
    },
  };
}

/** Build the renderer and run it. */
async function runRenderer(): Promise<{
  pages: PrerenderedPage[];
  appSkeleton: string;
  dashboardSkeleton: string;
}> {
  await build({
    configFile: false,
    root: WEB,
    logLevel: 'error',
    plugins: [react(), iconSprite()],
    build: { ssr: 'src/prerender.tsx', outDir: RENDERER, emptyOutDir: true, copyPublicDir: false },
  });
  try {
    const renderer: typeof import('../src/prerender.tsx') = await import(
      pathToFileURL(path.join(RENDERER, 'prerender.js')).href
    );
    return {
      pages: await renderer.renderPages(),
      appSkeleton: await renderer.renderAppSkeleton(null),
      dashboardSkeleton: await renderer.renderAppSkeleton(GREETING),
    };
  } finally {
    rmSync(RENDERER, { recursive: true, force: true });
  }
}

/**
 * Build the renderer of guest pages for the server. The build contains all packages, so that the server needs no other
 * file.
 */
async function buildServerRenderer(bundle: Bundle): Promise<void> {
  const outDir = path.join(DIST, 'server');
  await build({
    configFile: false,
    root: WEB,
    logLevel: 'error',
    plugins: [react(), iconSprite()],
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    ssr: { noExternal: true },
    build: { ssr: 'src/server-pages.tsx', outDir, emptyOutDir: true, copyPublicDir: false, minify: true },
  });
  for (const file of readdirSync(outDir, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.js')) continue;
    const code = readFileSync(path.join(outDir, file), 'utf8');
    writeFileSync(path.join(outDir, file), withAssetUrls(code, bundle));
  }
}

/** Replace the development paths of icon sprites with the addresses of the built files. */
const withAssetUrls = (text: string, bundle: Bundle): string =>
  DEV_PATHS.reduce(
    (all, [at, file]) => (all.includes(at) ? all.replaceAll(at, assetUrl(bundle, file)) : all),
    text,
  );

type GuestHead = {
  /** Id of the module with the page's component. */
  module: string;
  /** Path of the document's script. */
  script: string;
  path: string;
  title: string;
  description: string;
  image: string[];
};

/** Build a document for guests. The server replaces the placeholders in it, such as `%SITE_URL%`. */
function buildGuestHtml(html: string, head: GuestHead, index: string, bundle: Bundle): string {
  const { module, title, description } = head;
  const own = requiredChunks([module], bundle);
  const [script = '', ...imported] = requiredChunks([head.script], bundle);
  const app = requiredChunks([APP], bundle).map((name) => `/${name}`);
  const tags = [
    ...stylesheetTags(own, bundle),
    `<script type="module" src="/${script}"></script>`,
    ...imported.map(modulePreloadTag),
    `<meta name="app" content="${app.join(' ')}">`,
    `<link rel="canonical" href="%SITE_URL%${head.path}">`,
    '<meta property="og:type" content="website">',
    `<meta property="og:url" content="%SITE_URL%${head.path}">`,
    `<meta property="og:title" content="${escapeAttribute(title)}">`,
    `<meta property="og:description" content="${escapeAttribute(description)}">`,
    ...head.image,
  ];
  return appendToHead(index.replaceAll(APP_TAGS, ''), tags)
    .replace(/<title>.*<\/title>/, () => `<title>${escapeAttribute(title)}</title>`)
    .replace(/(?<=name="description"\s+content=")[^"]*/, () => escapeAttribute(description))
    .replace('<div id="root">', () => `<div id="root">${html}`);
}

/** Build the document of a prerendered page. */
function buildGuestDocument(page: PrerenderedPage, module: string, index: string, bundle: Bundle): string {
  const image = [`<meta property="og:image" content="%SITE_URL%${assetUrl(bundle, 'icon-512.png')}">`];
  return buildGuestHtml(page.html, { ...page, module, script: GUEST_SCRIPT, image }, index, bundle);
}

/** Build the template of a page that the server renders for guests. */
function buildRenderedTemplate(module: string, index: string, bundle: Bundle): string {
  const image = [
    '<meta property="og:image" content="%SITE_URL%%IMAGE_PATH%">',
    '<meta property="og:image:width" content="%IMAGE_WIDTH%">',
    '<meta property="og:image:height" content="%IMAGE_HEIGHT%">',
    '<meta property="og:image:alt" content="%IMAGE_TEXT%">',
    '<meta name="twitter:card" content="summary_large_image">',
    '<meta name="twitter:title" content="%PAGE_TITLE%">',
    '<meta name="twitter:description" content="%PAGE_DESCRIPTION%">',
    '<meta name="twitter:image" content="%SITE_URL%%IMAGE_PATH%">',
  ];
  const head = {
    ...{ module, script: GUEST_PAGE_SCRIPT, image, path: '%PAGE_PATH%' },
    ...{ title: documentTitle('%PAGE_TITLE%'), description: '%PAGE_DESCRIPTION%' },
  };
  return buildGuestHtml('<!--page-->', head, index, bundle).replace('</body>', '<!--data-->\n</body>');
}

const escapeAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/**
 * Return the names of the chunks that contain these modules, and of all chunks that they import. Throws if any of the
 * modules is in no chunk.
 */
function requiredChunks(modules: readonly string[], bundle: Bundle): string[] {
  const names = new Set<string>();
  const add = (file: Bundle[string] | undefined) => {
    if (file?.type !== 'chunk' || names.has(file.fileName)) return;
    names.add(file.fileName);
    for (const name of file.imports) add(bundle[name]);
  };
  const missing = new Set(modules);
  for (const file of Object.values(bundle)) {
    const own = file.type === 'chunk' ? file.moduleIds.filter((id) => modules.includes(id)) : [];
    if (own.length > 0) add(file);
    for (const id of own) missing.delete(id);
  }
  if (missing.size > 0) throw new Error(`missing in the build: ${[...missing].join(', ')}`);
  return [...names];
}

const modulePreloadTag = (name: string): string => `<link rel="modulepreload" crossorigin href="/${name}">`;

/** Turn a stylesheet link into a preload, so that the skeleton is painted without waiting for the stylesheet. */
const asPreload = (styles: string): string => styles.replace('rel="stylesheet"', 'rel="preload" as="style"');

/**
 * Give the scripts of a document a lower priority than the resources of its first paint. The largest script
 * comes first, because it takes the longest to load.
 */
function prioritizeFirstPaint(document: string, bundle: Bundle): string {
  const sizeOf = (tag: string) => {
    const file = bundle[/="\/([^"]+\.js)"/.exec(tag)?.[1] ?? ''];
    return file?.type === 'chunk' ? file.code.length : 0;
  };
  const tags = [...document.matchAll(APP_TAGS)].map(([tag]) => tag.trim());
  const appTags = tags
    .toSorted((a, b) => sizeOf(b) - sizeOf(a))
    .map((tag) => tag.replace(' crossorigin', ' fetchpriority="low" crossorigin'));
  return appendToHead(document.replaceAll(APP_TAGS, ''), appTags);
}

/** Load the session in parallel with the app; `sessionQuery` makes the same request and uses this response. */
const SESSION_PRELOAD_TAG =
  '<link rel="preload" as="fetch" crossorigin="use-credentials" href="/api/session">';

const stylesheetTags = (names: string[], bundle: Bundle): string[] =>
  names
    .flatMap((name) => [...((bundle[name] as Chunk).viteMetadata?.importedCss ?? [])])
    .map((name) => `<link rel="stylesheet" crossorigin href="/${name}">`);

/** Append tags to the head of a document, except tags that the document already has. */
const appendToHead = (document: string, tags: string[]): string =>
  document.replace(
    '</head>',
    () => `${[...new Set(tags)].filter((tag) => !document.includes(tag)).join('\n')}\n</head>`,
  );
