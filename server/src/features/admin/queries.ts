import type { AdminUser } from '@rivalhold/shared/contract/admin.ts';
import { type DbOrTx, run, runFirst, runUnprepared } from '../../platform/db/db.ts';
import { mayContainSql, partFrequencies, rarestParts } from '../../platform/db/text-search.ts';
import { suspendedSql } from '../../platform/security/account-restrictions.ts';

type Row = Omit<AdminUser, 'createdAt' | 'mutedUntil'> & { createdAt: Date; mutedUntil: Date | null };

const present = ({ createdAt, mutedUntil, ...user }: Row, now: Date): AdminUser => ({
  ...user,
  createdAt: createdAt.toISOString(),
  mutedUntil: mutedUntil && mutedUntil > now ? mutedUntil.toISOString() : null,
});

/** Of accounts that are there, or of these. `$1` is now. */
const usersSql = (those: string): string => `
  select u.id, u.username, u.email, u.avatar_url as "avatarUrl", u.role, c.level, u.created_at as "createdAt",
         u.muted_until as "mutedUntil",
         ${suspendedSql('u', '$1')} as suspended
  from ${those} u join characters c on c.user_id = u.id
  where u.deleted_at is null`;
const LIST_USERS = usersSql('users');
const USERS_PAGE = 'order by u.id desc limit $3';

const MATCHES = '(position($4 in lower(u.username)) > 0 or position($4 in lower(u.email)) > 0)';
const ALL_MATCHES = `${LIST_USERS} and u.id < $2 ${USERS_PAGE}`;
const MATCHES_AMONG_NEXT = `${usersSql('(select * from users where deleted_at is null and id < $2 order by id desc limit $5)')}
  and ${MATCHES} ${USERS_PAGE}`;
const MATCHES_BY_INDEX = `${LIST_USERS} and u.id < $2 and ${mayContainSql("lower(u.username || ' ' || u.email)", '$4')} and ${MATCHES} ${USERS_PAGE}`;
/** Among so many accounts is a page of what many have; and of what has no part that fewer than such a share have. */
const SCAN_SIZE = { many: 1_000, some: 20_000 } as const;
const SOME_USERS = 0.005;

/** Players with a lower id of whose name or address `search` is a part, in whatever case; the newest first. */
export async function userPage(
  db: DbOrTx,
  { search, beforeId, limit, now }: { search: string; beforeId: number; limit: number; now: Date },
): Promise<AdminUser[]> {
  const values = [now, beforeId, limit];
  const rows =
    search === ''
      ? await run<Row>(db, ALL_MATCHES, values)
      : await searchByIndex(db, [...values, search.toLowerCase()], limit);
  return rows.map((row) => present(row, now));
}

/** The index gives all who have a text before the first is known: what many have is rather read newest first. */
async function searchByIndex(db: DbOrTx, values: readonly unknown[], limit: number): Promise<Row[]> {
  const among = (next: number) => runUnprepared<Row>(db, MATCHES_AMONG_NEXT, [...values, next]);
  const page = await among(SCAN_SIZE.many);
  if (page.length === limit) return page;
  const { share } = rarestParts(String(values.at(-1)), await partFrequencies(db, 'users_parts'));
  const longer = share < SOME_USERS ? [] : await among(SCAN_SIZE.some);
  return longer.length === limit ? longer : runUnprepared<Row>(db, MATCHES_BY_INDEX, values);
}

export async function userById(db: DbOrTx, id: number, now: Date): Promise<AdminUser | undefined> {
  const row = await runFirst<Row>(db, `${LIST_USERS} and u.id = $2`, [now, id]);
  return row && present(row, now);
}
