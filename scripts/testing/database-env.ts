import { inject } from 'vitest';

// Set the variables for the services and the folder that the test run has created for this project. Delete
// the variables that have no value.
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
