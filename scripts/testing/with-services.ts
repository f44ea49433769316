import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { createPostgresDatabase } from '../../server/src/testing/database.ts';
import { startAndStop } from './data-folder-template.ts';
import { findServices, startServices } from './services.ts';
import { temporaryFolder } from './temporary-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string;
    redisUrl: string;
    madeDatabase: string;
  }
}

/** Its tests copy this one, made and migrated: to make one takes longer than many a test. */
const TEMPLATE_DATABASE = 'made';

/**
 * Gives a project of the test run a throw-away PostgreSQL and Redis, by `inject('databaseUrl')` and `inject('redisUrl')`,
 * and on the first, as `inject('madeDatabase')`, a database to copy.
 */
export default async function setup(project: TestProject) {
  const engines = findServices();
  if (engines === null)
    throw new Error('PostgreSQL or Redis is not on this machine; npm test can install them');
  const { databaseUrl, redisUrl, stop } = await startServices(engines);
  project.provide('databaseUrl', databaseUrl);
  project.provide('redisUrl', redisUrl);
  const made = await createPostgresDatabase(databaseUrl, { name: TEMPLATE_DATABASE });
  const folder = temporaryFolder();
  await startAndStop({
    DATABASE_URL: made.url,
    DATA_DIR: folder,
    SESSION_SECRET: 'of-no-use-to-anybody-else-0123456789',
  });
  rmSync(folder, { recursive: true });
  project.provide('madeDatabase', TEMPLATE_DATABASE);
  return stop;
}
