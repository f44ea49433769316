import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { WAIT_MS } from '../../../scripts/testing/timeouts.ts';

export type TestDatabase = { url: string; drop(): Promise<void> };

/**
 * The `DATABASE_TIMEOUT_MS` of test sites. With the default, requests would fail on a busy machine where getting a
 * connection takes long.
 */
export const DATABASE_TIMEOUT = String(2 * WAIT_MS);

/** The PostgreSQL role that test sites use. It owns its databases and has no other privileges. */
export const SITE_ROLE = 'test_site';
const MAKE_ROLE = `do $$ begin create role ${SITE_ROLE} login nosuperuser;
  exception when duplicate_object or unique_violation then null; end $$`;

/** Execute statements on a new connection, with the role in the URL. Return the rows of the last statement. */
export async function runAsOwner<Row extends object>(url: string, ...statements: string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  // Ignore connection errors. Another test can end the connection by dropping the database. In this case, the statement
  // reports the error.
  client.on('error', () => {});
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) ({ rows } = await client.query<Row>(statement));
    return rows;
  } finally {
    await client.end();
  }
}

/**
 * Create a database on a PostgreSQL server, as an operator would. The site role owns the database. The
 * database is empty, or a copy of the database `copyOf`. `options` are further options of `create database`.
 */
export async function createPostgresDatabase(
  server: string,
  {
    copyOf = 'template1',
    name = `test_${randomUUID().replaceAll('-', '')}`,
    options = '',
  }: { copyOf?: string | undefined; name?: string; options?: string } = {},
): Promise<TestDatabase> {
  await runAsOwner(
    server,
    MAKE_ROLE,
    `create database ${name} template ${copyOf} owner ${SITE_ROLE} ${options}`,
  );
  const url = new URL(server);
  [url.pathname, url.username] = [`/${name}`, SITE_ROLE];
  return {
    url: url.href,
    drop: async () => void (await runAsOwner(server, `drop database if exists ${name} with (force)`)),
  };
}
