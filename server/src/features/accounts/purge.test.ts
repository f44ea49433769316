import { expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { useTestApp } from '../../testing/app.ts';
import { query, queryValues } from '../../testing/queries.ts';
import { deleteExpired } from './queries.ts';

const app = useTestApp();

it('the purge deletes email tokens and idempotency keys only after they have expired', async () => {
  const { db } = app.site;
  const [one, other] = [await app.player(), await app.player()];
  const now = app.clock.now();
  const later = new Date(now.getTime() + 1);
  await query(db, sql`delete from email_tokens`);
  for (const [{ id }, at] of [
    [one, now],
    [other, later],
  ] as const) {
    await query(
      db,
      sql`insert into email_tokens (token_hash, user_id, kind, email, expires_at, created_at)
       values ('hash ' || ${id}::bigint, ${id}, 'reset', 'a@test.invalid', ${at}::timestamptz,
         ${at}::timestamptz)`,
    );
    await query(
      db,
      sql`insert into idempotency_keys (user_id, key, route, request_hash, response, created_at)
       values (${id}, 'key', 'POST /', 'hash', '{}', ${at})`,
    );
  }
  await deleteExpired(db, now, now);
  expect(await queryValues(db, sql`select user_id from email_tokens`)).toEqual([other.id]);
  expect(await queryValues(db, sql`select user_id from idempotency_keys`)).toEqual([other.id]);
});
