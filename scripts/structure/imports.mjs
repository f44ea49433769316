import { OPTIONS, TESTS } from './options.mjs';

/** Clients of backing services; the folder of their concern in `platform` wraps each of them. */
const SERVICE_CLIENTS =
  '(pg|pg-boss|kysely|@electric-sql/pglite|ioredis|rate-limiter-flexible|socket\\.io|@socket\\.io/redis-streams-adapter|flydrive|@aws-sdk/[^/]+|nodemailer|stripe)';

/** Rules for every import, checked by `npm run check`; docs/architecture.md describes the structure. */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Imports form no cycle: neither at run time, nor between types, nor by import().',
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
      comment: "A feature imports another one only through that feature's service.ts.",
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
      comment: 'Routes and sockets call the service, not the queries.',
      severity: 'error',
      from: { path: '^server/src/features/[^/]+/(routes|sockets)\\.ts$' },
      to: { path: '/queries\\.ts$' },
    },
    {
      name: 'platform-below-features',
      comment: 'The platform knows no feature.',
      severity: 'error',
      from: { path: '^server/src/platform/', pathNot: TESTS },
      to: { path: '^server/src/features/' },
    },
    {
      name: 'service-clients-in-platform',
      comment: 'Database, Redis, object store, mail and payment clients are wrapped by the platform.',
      severity: 'error',
      from: { path: '^server/src/', pathNot: `^server/src/platform/|${TESTS}` },
      to: { path: `(^|/)node_modules/${SERVICE_CLIENTS}(/|$)` },
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
      comment: 'Shared code runs in browsers too: it uses no module of Node.js.',
      severity: 'error',
      from: { path: '^shared/', pathNot: TESTS },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'server-without-web',
      comment: 'Server and web meet in shared code only.',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^web/' },
    },
    {
      name: 'web-without-server',
      comment: 'Server and web meet in shared code only.',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^server/' },
    },
  ],
  options: OPTIONS,
};
