import { inject } from 'vitest';

// Set the environment variables for the services and the data folder of this test project. Delete the variables that
// have no value.
const given = {
  TEST_DATABASE_URL: inject('databaseUrl'),
  TEST_TEMPLATE_DATABASE: inject('templateDatabase'),
  TEST_REDIS_URL: inject('redisUrl'),
  TEST_TEMPLATE_FOLDER: inject('templateFolder'),
};
for (const [name, value] of Object.entries<string | undefined>(given)) {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}
