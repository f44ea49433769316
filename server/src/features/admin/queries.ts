import type { AdminUser } from '@rivalhold/shared/contract/admin.ts';
import { type DbOrTx, run, runFirst, runPlanned } from '../../platform/db/db.ts';
import { mayHold } from '../../platform/db/text-search.ts';
import { suspendedSql } from '../../platform/roles.ts';

type Row = Omit<AdminUser, 'createdAt' | 'mutedUntil'> & { createdAt: Date; mutedUntil: Date | null };

const present = ({ createdAt, mutedUntil, ...user }: Row, now: Date): AdminUser => ({
  ...user,
  createdAt: createdAt.toISOString(),
  mutedUntil: mutedUntil && mutedUntil > now ? mutedUntil.toISOString() : null,
});

/** Of accounts that are there. `$1` is now. */
const USERS = `
  select u.id, u.username, u.email, u.avatar_url as "avatarUrl", u.role, c.level, u.created_at as "createdAt",
         u.muted_until as "mutedUntil",
         ${suspendedSql('u', '$1')} as suspended
  from users u join characters c on c.user_id = u.id
  where u.deleted_at is null`;
const page = (found: string): string => `${USERS} and u.id < $2 and ${found} order by u.id desc limit $3`;

const ALL = page('true');
const HOLDING = page(`${mayHold("lower(u.username || ' ' || u.email)", '$4')}
  and (position($4 in lower(u.username)) > 0 or position($4 in lower(u.email)) > 0)`);

/** Players with a lower id of whose name or address `search` is a part, in whatever case; the newest first. */
export async function userPage(
  db: DbOrTx,
  { search, beforeId, limit, now }: { search: string; beforeId: number; limit: number; now: Date },
): Promise<AdminUser[]> {
  const text = search.toLowerCase();
  const values = [now, beforeId, limit];
  const rows =
    text === '' ? await run<Row>(db, ALL, values) : await runPlanned<Row>(db, HOLDING, [...values, text]);
  return rows.map((row) => present(row, now));
}

export async function userById(db: DbOrTx, id: number, now: Date): Promise<AdminUser | undefined> {
  const row = await runFirst<Row>(db, `${USERS} and u.id = $2`, [now, id]);
  return row && present(row, now);
}
