import { expect, it } from 'vitest';
import { run, runValues } from '../../platform/db/db.ts';
import { useTestApp } from '../../testing/app.ts';
import { deleteExpired } from './queries.ts';

const app = useTestApp();

it('of mailed tokens and kept answers those that have run out go', async () => {
  const { db } = app.site;
  const [one, other] = [await app.player(), await app.player()];
  const now = app.clock.now();
  const later = new Date(now.getTime() + 1);
  await run(db, 'delete from email_tokens', []);
  for (const [{ id }, at] of [
    [one, now],
    [other, later],
  ] as const) {
    await run(
      db,
      `insert into email_tokens (token_hash, user_id, kind, email, expires_at, created_at)
       values ('hash ' || $1::bigint, $1, 'reset', 'a@test.invalid', $2::timestamptz, $2::timestamptz)`,
      [id, at],
    );
    await run(
      db,
      `insert into idempotency_keys (user_id, key, route, request_hash, answer, created_at)
       values ($1, 'key', 'POST /', 'hash', '{}', $2)`,
      [id, at],
    );
  }
  await deleteExpired(db, now, now);
  expect(await runValues(db, 'select user_id from email_tokens', [])).toEqual([other.id]);
  expect(await runValues(db, 'select user_id from idempotency_keys', [])).toEqual([other.id]);
});
