import { globSync } from 'node:fs';
import { LONG } from './long.ts';

/** Tests that do not depend on the type of the database, so they run only on PGlite. */
const ON_PGLITE_ONLY = [
  'tests/security/{slow-clients,raw-http}',
  'demo/{gallery,portrait,roster,small-world,world}',
  'platform/config',
  'platform/concurrency/*',
  'platform/db/data-dir',
  'platform/private-folder',
  'platform/http/{cursor,requests,schema,security-txt,slow-requests}',
  'platform/{files,media}/*',
  'platform/observability/log',
  'platform/security/{client-address,csrf,encryption,outbound-fetch,secrets}',
  'features/push/policy',
];
/** Tests that stop or pause PostgreSQL and Redis, use several nodes, or need features that PGlite does not have. */
const ON_POSTGRES_ONLY = [
  'operator/backup/timeouts',
  'platform/db/locale',
  'tests/failures/{database-failover,service-failures}',
  'tests/{fight,ranked}-kills',
  'features/feed/first-page-cache',
  'tests/monitoring',
];
/**
 * Server tests that a short run repeats on PGlite. They test the parts of the platform that work differently
 * without PostgreSQL and Redis, and the commands that read or write a data folder. A short run does not
 * repeat the other tests, such as those of emails, payments and features. The code that they test behaves the
 * same on both databases, and the browser tests cover the features on PGlite.
 */
const ALSO_ON_PGLITE = [
  'main',
  'platform/{cluster,db,jobs,realtime,security}/*',
  'platform/http/idempotency',
  'platform/observability/slow-statements',
  'operator/{operator,backup/backup}',
];
/** Files that contain only long tests. */
const LONG_ONLY = ['scripts/deploy/image.test.ts'];
const testsOf = (names: string[]): string[] => names.map((name) => `server/src/${name}.test.ts`);
/** All patterns in these lists. They are relative to the root of the repository. */
export const PATTERNS = [
  ...testsOf([...ON_PGLITE_ONLY, ...ON_POSTGRES_ONLY, ...ALSO_ON_PGLITE]),
  ...LONG_ONLY,
];
const SERVER = ['server/src/**/*.test.ts'];

/** A test project. Its globs are relative to the root of the repository. */
export type TestProject = { name: string; include: string[]; exclude: string[] };

/** The Vitest projects. Server tests have two projects: one on PGlite, and one on PostgreSQL with Redis. */
export const VITEST_PROJECTS = [
  { name: 'shared', include: ['shared/src/**/*.test.ts'], exclude: [] },
  { name: 'web', include: ['web/src/**/*.test.ts', 'web/plugins/**/*.test.ts'], exclude: [] },
  { name: 'components', include: ['web/src/**/*.test.tsx'], exclude: [] },
  { name: 'scripts', include: ['scripts/**/*.test.ts'], exclude: LONG ? [] : LONG_ONLY },
  { name: 'server-pglite', include: SERVER, exclude: testsOf(ON_POSTGRES_ONLY) },
  { name: 'server-postgres', include: SERVER, exclude: testsOf(ON_PGLITE_ONLY) },
] as const satisfies TestProject[];

/** All test projects: the Vitest projects, and the browser tests of Playwright Test. */
export const PROJECTS = [
  ...VITEST_PROJECTS,
  { name: 'e2e', include: ['e2e/**/*.test.ts'], exclude: [] },
] as const satisfies TestProject[];

/**
 * Return the server tests that a short run runs on PGlite. The other server tests run only on PostgreSQL with
 * Redis.
 */
export const shortPgliteRun = (root: string): string[] =>
  globSync(testsOf([...ON_PGLITE_ONLY, ...ALSO_ON_PGLITE]), {
    cwd: root,
    exclude: testsOf(ON_POSTGRES_ONLY),
  });

export type VitestProjectName = (typeof VITEST_PROJECTS)[number]['name'];
export type ProjectName = (typeof PROJECTS)[number]['name'];
