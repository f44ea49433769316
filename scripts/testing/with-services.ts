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
    templateDatabase: string;
  }
}

/** Name of a migrated database. Tests copy this database, because creating a new one takes longer than many tests. */
const TEMPLATE_DATABASE = 'site_template';

/**
 * Start a temporary PostgreSQL and Redis for a project of the test run. Tests get their addresses from
 * `inject('databaseUrl')` and `inject('redisUrl')`, and the name of the template database from
 * `inject('templateDatabase')`.
 */
export default async function setup(project: TestProject) {
  const found = findServices();
  if (found === null) throw new Error('PostgreSQL or Redis is not installed; npm test can install them');
  const { databaseUrl, redisUrl, stop } = await startServices(found);
  project.provide('databaseUrl', databaseUrl);
  project.provide('redisUrl', redisUrl);
  const template = await createPostgresDatabase(databaseUrl, { name: TEMPLATE_DATABASE });
  const folder = temporaryFolder();
  await startAndStop({
    DATABASE_URL: template.url,
    DATA_DIR: folder,
    SESSION_SECRET: 'of-no-use-to-anybody-else-0123456789',
  });
  rmSync(folder, { recursive: true });
  project.provide('templateDatabase', TEMPLATE_DATABASE);
  return stop;
}
