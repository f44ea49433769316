import { randomUUID } from 'node:crypto';
import pg from 'pg';

export type TestDatabase = { url: string; drop(): Promise<void> };

/** The role of a site on PostgreSQL: it owns the database and has no other privileges. */
export const SITE_ROLE = 'test_site';
const MAKE_ROLE = `do $$ begin create role ${SITE_ROLE} login nosuperuser;
  exception when duplicate_object or unique_violation then null; end $$`;

/** Run statements on a new connection with the role of the URL; return the rows of the last. */
export async function runAsOwner<Row extends object>(url: string, ...statements: string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
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
 * Create a database on a PostgreSQL server, the way an operator would, owned by the site role: empty, or a copy
 * of another database. `options` are further options of `create database`.
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
