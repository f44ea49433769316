import type { AdminUser } from '@rivalhold/shared/contract/admin.ts';
import { type DbOrTx, run, runFirst, runPlanned } from '../../platform/db/db.ts';
import { mayHold, partShares, rarestParts } from '../../platform/db/text-search.ts';
import { suspendedSql } from '../../platform/security/roles.ts';

type Row = Omit<AdminUser, 'createdAt' | 'mutedUntil'> & { createdAt: Date; mutedUntil: Date | null };

const present = ({ createdAt, mutedUntil, ...user }: Row, now: Date): AdminUser => ({
  ...user,
  createdAt: createdAt.toISOString(),
  mutedUntil: mutedUntil && mutedUntil > now ? mutedUntil.toISOString() : null,
});

/** Of accounts that are there, or of these. `$1` is now. */
const usersOf = (those: string): string => `
  select u.id, u.username, u.email, u.avatar_url as "avatarUrl", u.role, c.level, u.created_at as "createdAt",
         u.muted_until as "mutedUntil",
         ${suspendedSql('u', '$1')} as suspended
  from ${those} u join characters c on c.user_id = u.id
  where u.deleted_at is null`;
const USERS = usersOf('users');
const PAGE = 'order by u.id desc limit $3';

const HOLDS = '(position($4 in lower(u.username)) > 0 or position($4 in lower(u.email)) > 0)';
const ALL = `${USERS} and u.id < $2 ${PAGE}`;
const AMONG_NEXT = `${usersOf('(select * from users where deleted_at is null and id < $2 order by id desc limit $5)')}
  and ${HOLDS} ${PAGE}`;
const HOLDING = `${USERS} and u.id < $2 and ${mayHold("lower(u.username || ' ' || u.email)", '$4')} and ${HOLDS} ${PAGE}`;
/** Among so many accounts is a page of what many have; and of what has no part that fewer than such a share have. */
const NEXT = { many: 1_000, some: 20_000 } as const;
const SOME = 0.005;

/** Players with a lower id of whose name or address `search` is a part, in whatever case; the newest first. */
export async function userPage(
  db: DbOrTx,
  { search, beforeId, limit, now }: { search: string; beforeId: number; limit: number; now: Date },
): Promise<AdminUser[]> {
  const values = [now, beforeId, limit];
  const rows =
    search === ''
      ? await run<Row>(db, ALL, values)
      : await holding(db, [...values, search.toLowerCase()], limit);
  return rows.map((row) => present(row, now));
}

/** The index gives all who have a text before the first is known: what many have is rather read newest first. */
async function holding(db: DbOrTx, values: readonly unknown[], limit: number): Promise<Row[]> {
  const among = (next: number) => runPlanned<Row>(db, AMONG_NEXT, [...values, next]);
  const page = await among(NEXT.many);
  if (page.length === limit) return page;
  const { share } = rarestParts(String(values.at(-1)), await partShares(db, 'users_parts'));
  const longer = share < SOME ? [] : await among(NEXT.some);
  return longer.length === limit ? longer : runPlanned<Row>(db, HOLDING, values);
}

export async function userById(db: DbOrTx, id: number, now: Date): Promise<AdminUser | undefined> {
  const row = await runFirst<Row>(db, `${USERS} and u.id = $2`, [now, id]);
  return row && present(row, now);
}
