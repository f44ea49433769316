import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { newPostgres } from '../../server/src/testing/database.ts';
import { findEngines, startEngines } from './engines.ts';
import { startOnce } from './made-folder.ts';
import { scratchFolder } from './scratch.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string;
    redisUrl: string;
    madeDatabase: string;
  }
}

/** Its tests copy this one, made and migrated: to make one takes longer than many a test. */
const MADE = 'made';

/**
 * Gives a project of the test run a throw-away PostgreSQL and Redis, by `inject('databaseUrl')` and `inject('redisUrl')`,
 * and on the first, as `inject('madeDatabase')`, a database to copy.
 */
export default async function setup(project: TestProject) {
  const engines = findEngines();
  if (engines === null)
    throw new Error('PostgreSQL or Redis is not on this machine; npm test can install them');
  const { databaseUrl, redisUrl, stop } = await startEngines(engines);
  project.provide('databaseUrl', databaseUrl);
  project.provide('redisUrl', redisUrl);
  const made = await newPostgres(databaseUrl, { name: MADE });
  const folder = scratchFolder();
  await startOnce({
    DATABASE_URL: made.url,
    DATA_DIR: folder,
    SESSION_SECRET: 'of-no-use-to-anybody-else-0123456789',
  });
  rmSync(folder, { recursive: true });
  project.provide('madeDatabase', MADE);
  return stop;
}
