import { inject } from 'vitest';

// The databases that the test run created for this project; no settings from outside.
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
