import { randomUUID } from 'node:crypto';
import pg from 'pg';

export type NewDatabase = { url: string; drop(): Promise<void> };

/** Makes an empty database of its own on the PostgreSQL at this address. */
export async function newPostgres(server: string): Promise<NewDatabase> {
  const asOwner = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asOwner(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => asOwner(`drop database if exists ${name} with (force)`) };
}
