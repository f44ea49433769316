import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { documentName, type PLAYER_PAGES } from '@rivalhold/shared/pages.ts';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type Rolldown } from 'vite';
import type { ReadyPage } from '../src/prerender.tsx';
import { DEV_PATHS, iconSprite } from './icon-sprite.ts';
import { inlineLimits } from './inline-limits.ts';
import { addressIn } from './installable.ts';

const WEB = path.join(import.meta.dirname, '..');
const DIST = path.join(WEB, 'dist');
/** Inside the workspace, so that its packages are found. */
const RENDERER = path.join(DIST, '.prerender');

type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } };
type Bundle = Rolldown.OutputBundle;

const APP = /\/app\/start\.tsx$/;
/** What every page of a player begins with beside its own code. */
const FOR_PLAYERS = /\/(app\/player-nav\.tsx|lib\/socket-connection\.ts)$/;
/** What draws the pages of players, but for those that a payment leads back to: it is fetched beside the app instead of after it. */
const OF_PLAYERS: Partial<Record<(typeof PLAYER_PAGES)[number], string>> = {
  '/dashboard': 'dashboard/dashboard-page',
  '/profiles': 'players/profiles-page',
  '/profiles/{userId}': 'profile/profile-page',
  '/directory': 'directory/directory-page',
  '/profiles/{userId}/edit': 'edit-profile/edit-page',
  '/friends': 'friends/friends-page',
  '/my-gallery': 'gallery/gallery-page',
  '/gallery/{userId}': 'gallery/gallery-page',
  '/inventory/{userId}': 'inventory/inventory-page',
  '/store': 'store/store-page',
  '/coins': 'coins/coins-page',
  '/coinstore': 'coinstore/coinstore-page',
  '/settings': 'settings/settings-page',
  '/fight/{userId}': 'fight/fight-page',
  '/fights/{id}': 'verify-fight/verify-page',
  '/dm': 'messages/dm-page',
  '/dm/{userId}': 'messages/dm-page',
  '/admin': 'admin/admin-page',
  '/admin/users': 'admin-users/users-page',
  '/admin/mutes': 'admin-mutes/mutes-page',
  '/admin/edit-user': 'admin-edit-user/edit-user-page',
  '/admin/categories': 'admin-categories/categories-page',
  '/admin/reports': 'admin-reports/reports-page',
  '/admin/audit': 'admin-audit/audit-page',
  '/admin/site-health': 'admin-site-health/site-health-page',
  '/chat': 'lobby/chat-page',
  '/forum': 'forum/forum-page',
};
/** The face of buttons, which a player sees at once beside those of every page. */
const BUTTONS = 'chakra-petch-latin-600-normal.woff2';
/** What brings the app into a document. */
const STARTING = /\s*<(script type|link rel)="module(preload)?"[^>]*>(<\/script>)?/g;

/**
 * Writes the pages of guests as they stand before any script into `dist/pages`, with `src/guest.ts` in place of the
 * app, whose files they name for it; as `dist/player.html` the document of the app with the frame that a player sees
 * until it is there; and in `dist/players` the same for single pages, with the names of what draws them.
 */
export function prerender(): Plugin {
  return {
    name: 'rivalhold:prerender',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler(_options, bundle) {
        const { pages, coming } = await rendered();
        const index = readFileSync(path.join(DIST, 'index.html'), 'utf8');
        const write = (name: string, document: string) => {
          const file = path.join(DIST, name);
          mkdirSync(path.dirname(file), { recursive: true });
          const located = DEV_PATHS.reduce(
            (text, [at, sheet]) => (text.includes(at) ? text.replaceAll(at, addressIn(bundle, sheet)) : text),
            document,
          );
          writeFileSync(file, located);
        };
        for (const page of pages) {
          const folder = page.sourceless ? 'pages/sourceless' : 'pages';
          write(`${folder}/${page.path.slice(1) || 'index'}.html`, documentOf(page, index, bundle));
        }
        const early = needs(FOR_PLAYERS, bundle);
        const player = withHead(index, [
          ...stylesOf(early, bundle),
          ...early.map(preloadOf),
          `<link rel="preload" as="font" type="font/woff2" href="${addressIn(bundle, BUTTONS)}" crossorigin="">`,
          SESSION,
        ]).replace('<div id="root">', () => `<div id="coming" inert>${coming}</div><div id="root">`);
        write('player.html', paintedFirst(player, bundle));
        for (const [page, module] of Object.entries(OF_PLAYERS)) {
          const own = needs(new RegExp(`/pages/${module}\\.tsx$`), bundle);
          const styles = stylesOf(own, bundle).filter((tag) => !player.includes(tag));
          const tags = [...own.map(preloadOf), ...styles.map(ahead)];
          write(`players/${documentName(page)}`, paintedFirst(withHead(player, tags), bundle));
        }
      },
    },
  };
}

/** Builds the renderer and runs it. */
async function rendered(): Promise<{ pages: ReadyPage[]; coming: string }> {
  await build({
    configFile: false,
    root: WEB,
    logLevel: 'error',
    plugins: [inlineLimits(), react(), iconSprite()],
    build: { ssr: 'src/prerender.tsx', outDir: RENDERER, emptyOutDir: true, copyPublicDir: false },
  });
  try {
    const renderer: typeof import('../src/prerender.tsx') = await import(
      pathToFileURL(path.join(RENDERER, 'prerender.js')).href
    );
    return { pages: await renderer.renderPages(), coming: await renderer.renderComing() };
  } finally {
    rmSync(RENDERER, { recursive: true, force: true });
  }
}

/** A whole document of a guest's page. The server puts in where the site is, as it does with what the page says. */
function documentOf(
  { path: at, module, title, about, html }: ReadyPage,
  index: string,
  bundle: Bundle,
): string {
  const own = needs(new RegExp(`/pages/${module}/${module}-page\\.tsx$`), bundle);
  const [script = '', ...imported] = needs(/\/src\/guest\.ts$/, bundle);
  const app = needs(APP, bundle).map((name) => `/${name}`);
  const tags = [
    ...stylesOf(own, bundle),
    `<script type="module" src="/${script}"></script>`,
    ...imported.map(preloadOf),
    `<meta name="app" content="${app.join(' ')}">`,
    `<link rel="canonical" href="%SITE_URL%${at}">`,
    '<meta property="og:type" content="website">',
    `<meta property="og:url" content="%SITE_URL%${at}">`,
    `<meta property="og:title" content="${escaped(title)}">`,
    `<meta property="og:description" content="${escaped(about)}">`,
    `<meta property="og:image" content="%SITE_URL%${addressIn(bundle, 'icon-512.png')}">`,
  ];
  return withHead(index.replaceAll(STARTING, ''), tags)
    .replace(/<title>.*<\/title>/, () => `<title>${escaped(title)}</title>`)
    .replace(/(?<=name="description"\s+content=")[^"]*/, () => escaped(about))
    .replace('<div id="root">', () => `<div id="root">${html}`);
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Names of the chunks that these modules stand in, and of all that those import. Throws where there are none. */
function needs(modules: RegExp, bundle: Bundle): string[] {
  const names = new Set<string>();
  const add = (file: Bundle[string] | undefined) => {
    if (file?.type !== 'chunk' || names.has(file.fileName)) return;
    names.add(file.fileName);
    for (const name of file.imports) add(bundle[name]);
  };
  for (const file of Object.values(bundle))
    if (file.type === 'chunk' && file.moduleIds.some((id) => modules.test(id))) add(file);
  if (names.size === 0) throw new Error(`${modules} is missing in the build`);
  return [...names];
}

const preloadOf = (name: string): string => `<link rel="modulepreload" crossorigin href="/${name}">`;

/** The style sheet fetched before the page that it is for, whose frame does not wait for it. */
const ahead = (styles: string): string => styles.replace('rel="stylesheet"', 'rel="preload" as="style"');

/**
 * A document whose scripts leave the line to what its first paint needs, and begin with the largest: it takes the longest,
 * however many come beside it.
 */
function paintedFirst(document: string, bundle: Bundle): string {
  const sizeOf = (tag: string) => {
    const file = bundle[/="\/([^"]+\.js)"/.exec(tag)?.[1] ?? ''];
    return file?.type === 'chunk' ? file.code.length : 0;
  };
  const tags = [...document.matchAll(STARTING)].map(([tag]) => tag.trim());
  const starting = tags
    .toSorted((one, other) => sizeOf(other) - sizeOf(one))
    .map((tag) => tag.replace(' crossorigin', ' fetchpriority="low" crossorigin'));
  return withHead(document.replaceAll(STARTING, ''), starting);
}

/** Who is signed in is asked for beside the app, as `sessionQuery` would once it is there. */
const SESSION = '<link rel="preload" as="fetch" crossorigin="use-credentials" href="/api/session">';

const stylesOf = (names: string[], bundle: Bundle): string[] =>
  names
    .flatMap((name) => [...((bundle[name] as Chunk).viteMetadata?.importedCss ?? [])])
    .map((name) => `<link rel="stylesheet" crossorigin href="/${name}">`);

/** A document with more in its head, but for what it has. */
const withHead = (document: string, tags: string[]): string =>
  document.replace(
    '</head>',
    () => `${[...new Set(tags)].filter((tag) => !document.includes(tag)).join('\n')}\n</head>`,
  );
