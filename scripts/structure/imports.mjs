import { OPTIONS, TESTS } from './options.mjs';

/** Client libraries for backing services. Only the platform is allowed to import them. */
const SERVICE_CLIENTS =
  '(pg|pg-boss|sql-template-tag|@electric-sql/pglite|ioredis|rate-limiter-flexible|socket\\.io(-adapter)?|flydrive|@aws-sdk/[^/]+|nodemailer|stripe)';

/** A contract file without validators. The client can import values from it, and not only types. */
const VALIDATOR_FREE = '^shared/src/contract/errors\\.ts$';

/** Platform folders that have private files. Code outside such a folder can import only the files listed here. */
export const ENTRY_FILES = {
  db: [
    'batches',
    'columns',
    'data-dir',
    'database-clock',
    'db',
    'migrate',
    'open-database',
    'postgres',
    'read-router',
    'site-settings',
    'text-search',
  ],
  files: ['open-storage', 'storage', 'stored-files'],
  http: [
    'conditional',
    'cursor',
    'escape-html',
    'local-request',
    'raw-responses',
    'request-traces',
    'routes',
    'schema',
    'security-txt',
    'send-file',
    'server',
    'web-client',
  ],
  mail: ['mail'],
  media: ['images', 'process-upload', 'rasterize', 'refusals', 'tasks', 'uploads', 'videos'],
  observability: ['log', 'metrics', 'open-tracing', 'recent-metrics', 'slow-statements', 'tracing'],
  payments: ['open-provider', 'provider', 'sandbox'],
  realtime: ['realtime'],
};

/**
 * Return the rule that other code imports a folder of the platform only through the folder's entry files.
 * @param {[string, string[]]} folder
 */
const throughEntryFiles = ([folder, entryFiles]) => ({
  name: `platform-${folder}-through-entry-files`,
  comment: `Other code imports platform/${folder} only through its entry files: ${entryFiles.join(', ')}.`,
  severity: 'error',
  from: { pathNot: `^server/src/platform/${folder}/|${TESTS}` },
  to: {
    path: `^server/src/platform/${folder}/`,
    pathNot: `^server/src/platform/${folder}/(${entryFiles.join('|')})\\.ts$`,
  },
});

/** The layers of the web client, from top to bottom. Each folder is a layer, except the folder of test helpers. */
export const LAYERS = ['app', 'pages', 'features', 'entities', 'ui', 'lib'];

/**
 * Return the rule that a layer of the web client imports nothing from the layers above it.
 * @param {string} name
 * @param {string[]} above
 */
const layer = (name, above) => ({
  name: `web-${name}-imports-downward`,
  comment: `The layers of the client are ${LAYERS.join(', ')}. A layer imports only layers that follow it in this list.`,
  severity: 'error',
  from: { path: `^web/src/${name}/` },
  to: { path: `^web/src/(${above.join('|')})/` },
});

/**
 * Return the rule that features or entities import each other only through index.ts.
 * @param {string} name
 */
const throughIndex = (name) => ({
  name: `web-${name}-through-index`,
  comment: `One of the ${name} imports another only through its index.ts.`,
  severity: 'error',
  from: { path: `^web/src/${name}/([^/]+)/` },
  to: { path: `^web/src/${name}/`, pathNot: `^web/src/${name}/($1/|[^/]+/index\\.ts$)` },
});

/** Rules for imports, which `npm run check` checks. docs/architecture.md describes the structure. */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Imports form no cycles, neither at run time, nor between types, nor through import().',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      comment: 'Every import leads to a file or an installed package.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    {
      name: 'features-through-service',
      comment: "A feature imports another feature only through that feature's service.ts.",
      severity: 'error',
      from: { path: '^server/src/features/([^/]+)/', pathNot: TESTS },
      to: { path: '^server/src/features/', pathNot: '^server/src/features/($1/|[^/]+/service\\.ts$)' },
    },
    {
      name: 'no-test-code-on-the-site',
      comment: 'Code that runs on a site imports no test code.',
      severity: 'error',
      from: { path: '^(server|web|shared)/src/', pathNot: TESTS },
      to: { path: TESTS },
    },
    {
      name: 'routes-without-queries',
      comment: 'A routes.ts imports the service, not the queries.',
      severity: 'error',
      from: { path: '^server/src/features/[^/]+/routes\\.ts$' },
      to: { path: '/queries\\.ts$' },
    },
    {
      name: 'platform-below-features',
      comment: 'The platform does not import features.',
      severity: 'error',
      from: { path: '^server/src/platform/', pathNot: TESTS },
      to: { path: '^server/src/features/' },
    },
    {
      name: 'features-and-platform-below-site',
      comment:
        'The features and the platform import nothing else from the server: no entry points, no operator commands and no demo.',
      severity: 'error',
      from: { path: '^server/src/(features|platform)/', pathNot: TESTS },
      to: { path: '^server/src/', pathNot: '^server/src/(features|platform)/' },
    },
    ...Object.entries(ENTRY_FILES).map(throughEntryFiles),
    {
      name: 'service-clients-in-platform',
      comment:
        'Only the platform imports the clients of the database, Redis, the object store, mail and payments.',
      severity: 'error',
      from: { path: '^server/src/', pathNot: `^server/src/platform/|${TESTS}` },
      to: { path: `(^|/)node_modules/${SERVICE_CLIENTS}(/|$)` },
    },
    {
      name: 'web-folders-are-layers',
      comment: `Every folder of the client is a layer: ${LAYERS.join(', ')}.`,
      severity: 'error',
      from: { path: '^web/src/', pathNot: TESTS },
      to: { path: '^web/src/[^/]+/', pathNot: `^web/src/(${LAYERS.join('|')})/` },
    },
    ...LAYERS.slice(1).map((name, index) => layer(name, LAYERS.slice(0, index + 1))),
    throughIndex('features'),
    throughIndex('entities'),
    {
      name: 'web-pages-apart',
      comment: 'Pages never import each other.',
      severity: 'error',
      from: { path: '^web/src/pages/([^/]+)/' },
      to: { path: '^web/src/pages/', pathNot: '^web/src/pages/$1/' },
    },
    {
      name: 'web-without-page-table',
      comment:
        'The client imports only types from the page table. This keeps the first API calls of all pages out of its first script.',
      severity: 'error',
      from: { path: '^web/src/', pathNot: `${TESTS}|^web/src/prerender\\.tsx$` },
      to: { path: '^shared/src/pages\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'web-entry-points-are-roots',
      comment: 'Nothing in the client imports its entry points, except that guest-page.ts extends guest.ts.',
      severity: 'error',
      from: { path: '^web/src/', pathNot: '^web/src/guest-page\\.ts$' },
      to: {
        path: '^web/src/(main|guest|guest-page|prerender|server-pages|service-worker)\\.tsx?$',
      },
    },
    {
      name: 'web-lib-without-components',
      comment: 'The lib layer of the client has no React components.',
      severity: 'error',
      from: { path: '^web/src/' },
      to: { path: '^web/src/lib/.+\\.tsx$' },
    },
    {
      name: 'web-screens-without-sockets',
      comment: 'Screens use lib/socket.ts, not the socket library.',
      severity: 'error',
      from: { path: '^web/src/.+\\.tsx$' },
      to: { path: '(^|/)node_modules/(socket|engine)\\.io-client/' },
    },
    {
      name: 'web-without-validators',
      comment:
        'The client imports only types from the contract, because its validators would double the size of the client.',
      severity: 'error',
      from: { path: '^(web/src|shared/src/(?!contract/))', pathNot: TESTS },
      to: { path: '^shared/src/contract/', pathNot: VALIDATOR_FREE, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'typebox-in-contract-only',
      comment: 'Only the contract imports the validator library, because the client must not contain it.',
      severity: 'error',
      from: { path: ['^web/src/', '^shared/src/(?!contract/)', VALIDATOR_FREE], pathNot: TESTS },
      to: { path: '(^|/)node_modules/(@sinclair/)?typebox/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'shared-stands-alone',
      comment: 'Shared code imports neither server nor web.',
      severity: 'error',
      from: { path: '^shared/' },
      to: { path: '^(server|web)/' },
    },
    {
      name: 'shared-runs-in-browsers',
      comment: 'Shared code also runs in browsers, so it uses no modules of Node.js.',
      severity: 'error',
      from: { path: '^shared/', pathNot: TESTS },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'server-without-web',
      comment: 'The server does not import the web client. Their common code is in shared.',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^web/' },
    },
    {
      name: 'web-without-server',
      comment: 'The web client does not import the server. Their common code is in shared.',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^server/' },
    },
  ],
  options: OPTIONS,
};
