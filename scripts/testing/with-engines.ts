import type { TestProject } from 'vitest/node';
import { findEngines, startEngines } from './engines.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string;
    redisUrl: string;
  }
}

/** Gives a project of the test run a throw-away PostgreSQL and Redis, by `inject('databaseUrl')` and `inject('redisUrl')`. */
export default async function setup(project: TestProject) {
  const engines = findEngines();
  if (engines === null) throw new Error('PostgreSQL or Redis is not on this machine');
  const { databaseUrl, redisUrl, stop } = await startEngines(engines);
  project.provide('databaseUrl', databaseUrl);
  project.provide('redisUrl', redisUrl);
  return stop;
}
