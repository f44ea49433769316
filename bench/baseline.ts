/**
 * What the ratios are to: a bare Fastify on the same driver and pool as the server, with one indexed query, and with
 * one `UPDATE … RETURNING` in a transaction. `PORT`, `DATA_DIR` and `DATABASE_URL` as the server's.
 */
import Fastify from 'fastify';
import { openDatabase } from '../server/src/platform/db/open-database.ts';

const ROWS = 10_000;
const READ = 'select id, name, level, wins from bench_rows where id = $1';
const WRITE = 'update bench_rows set wins = wins + 1 where id = $1 returning id, name, level, wins';

type Row = { id: number; name: string; level: number; wins: number };

const { pglite, pool } = await openDatabase({
  dataDir: process.env.DATA_DIR ?? '',
  databaseUrl: process.env.DATABASE_URL ?? null,
});
const reply = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    name: { type: 'string' },
    level: { type: 'integer' },
    wins: { type: 'integer' },
  },
};
const anyId = () => 1 + Math.floor(Math.random() * ROWS);

async function runOnce(text: string): Promise<void> {
  await (pool === null ? pglite?.exec(text) : pool.query(text));
}

async function read(): Promise<Row | undefined> {
  const values = [anyId()];
  if (pool !== null) return (await pool.query<Row>({ name: 'read', text: READ, values })).rows[0];
  return (await pglite?.query<Row>(READ, values))?.rows[0];
}

async function write(): Promise<Row | undefined> {
  const values = [anyId()];
  if (pool === null) {
    return pglite?.transaction(async (tx) => (await tx.query<Row>(WRITE, values)).rows[0]);
  }
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<Row>({ name: 'write', text: WRITE, values });
    await client.query('commit');
    return rows[0];
  } finally {
    client.release();
  }
}

await runOnce('create table bench_rows (id bigint primary key, name text, level integer, wins integer)');
await runOnce(
  `insert into bench_rows select n, 'player ' || n, n % 50, 0 from generate_series(1, ${ROWS}) n`,
);
await runOnce('analyze bench_rows');

const app = Fastify();
app.get('/read', { schema: { response: { 200: reply } } }, read);
app.post('/write', { schema: { response: { 200: reply } } }, write);
app.get('/readyz', async () => ({ status: 'ready' }));
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
