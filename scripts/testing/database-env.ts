import { inject } from 'vitest';

// What the server's tests are to run on, as the test run has made it for this project; nothing else from outside.
const given = {
  TEST_DATABASE_URL: inject('databaseUrl'),
  TEST_MADE_DATABASE: inject('madeDatabase'),
  TEST_REDIS_URL: inject('redisUrl'),
  TEST_MADE_FOLDER: inject('madeFolder'),
};
for (const [name, value] of Object.entries<string | undefined>(given)) {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}
