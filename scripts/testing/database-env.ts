import { inject } from 'vitest';

// Set the variables for the services and the folder that the test run has created for this project. Delete
// the variables that have no value.
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
