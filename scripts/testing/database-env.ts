import { inject } from 'vitest';

/** TEST_DATABASE_URL and TEST_REDIS_URL stand in the project with the real servers, and in no other. */
const databaseUrl: string | undefined = inject('databaseUrl');
const redisUrl: string | undefined = inject('redisUrl');
if (databaseUrl === undefined || redisUrl === undefined) {
  delete process.env.TEST_DATABASE_URL;
  delete process.env.TEST_REDIS_URL;
} else {
  process.env.TEST_DATABASE_URL = databaseUrl;
  process.env.TEST_REDIS_URL = redisUrl;
}
