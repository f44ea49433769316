import { AdminUser } from '@rivalhold/shared/contract/admin.ts';
import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import { foldText } from '@rivalhold/shared/fold-text.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import { type DbOrTx, query, queryFirst, type Sql, sql } from '../../platform/db/db.ts';
import { mayContainSql, rarestTrigrams, trigramFrequencies } from '../../platform/db/text-search.ts';
import { suspendedSql } from '../../platform/security/account-restrictions.ts';

const UserRow = Type.Object({
  ...AdminUser.properties,
  createdAt: column.date,
  mutedUntil: Nullable(column.date),
});
type UserRow = Static<typeof UserRow>;

const present = ({ createdAt, mutedUntil, ...user }: UserRow, now: Date): AdminUser => ({
  ...user,
  createdAt: createdAt.toISOString(),
  mutedUntil: mutedUntil && mutedUntil > now ? mutedUntil.toISOString() : null,
});

/** SQL that selects accounts that are not deleted, from the table `users` or from a subquery on it. */
const usersSql = (now: Date, users: Sql = sql`users`): Sql => sql`
  select u.id, u.username, u.email, u.avatar_url as "avatarUrl", u.role, c.level, u.created_at as "createdAt",
         u.muted_until as "mutedUntil",
         ${suspendedSql(sql`u`, now)} as suspended
  from ${users} u join characters c on c.user_id = u.id
  where u.deleted_at is null`;

/** A page of accounts: at most `limit` accounts with a lower id than `beforeId`. */
type Page = { beforeId: number; limit: number; now: Date };
type Search = Page & { search: string };

const matchesSql = (search: string): Sql => sql`position(${search}::text in u.search_text) > 0`;
const newestUsersSql = ({ beforeId, limit, now }: Page): Sql =>
  sql`${usersSql(now)} and u.id < ${beforeId} order by u.id desc limit ${limit}`;
const matchesAmongNextSql = ({ beforeId, limit, now, search }: Search, scanSize: number): Sql => {
  const next = sql`
    (select * from users where deleted_at is null and id < ${beforeId} order by id desc limit ${scanSize})`;
  return sql`${usersSql(now, next)} and ${matchesSql(search)} order by u.id desc limit ${limit}`;
};
// Sort by `u.id + 0`, because the planner might scan all accounts in order of `u.id` instead of using the search index.
const matchesByIndexSql = ({ beforeId, limit, now, search }: Search): Sql => sql`
  ${usersSql(now)} and u.id < ${beforeId}
    and ${mayContainSql(sql`u.search_text`, sql`${search}::text`)}
    and ${matchesSql(search)}
  order by u.id + 0 desc limit ${limit}`;
/**
 * A search scans the newest accounts before it uses the index. The first scan covers `many` accounts, which is enough
 * for a search with many matches. The second scan covers `some` accounts, which is enough for a search with some
 * matches. The second scan is skipped if matches are rarer than `RARE_MATCH_SHARE`.
 */
const SCAN_SIZE = { many: 1_000, some: 20_000 } as const;
const RARE_MATCH_SHARE = 0.005;

/**
 * Return the newest accounts with a lower id than `beforeId` whose username or email address contains
 * `search`. All texts are normalized with `foldText` before they are compared.
 */
export async function userPage(db: DbOrTx, { search, ...page }: Search): Promise<AdminUser[]> {
  const folded = foldText(search).trim();
  const rows =
    folded === ''
      ? await query(db, UserRow, newestUsersSql(page))
      : await searchByIndex(db, { ...page, search: folded });
  return rows.map((row) => present(row, page.now));
}

/**
 * Search for accounts. Scan the newest accounts first: for a frequent string, an index search would have to collect and
 * sort all matches.
 */
async function searchByIndex(db: DbOrTx, search: Search): Promise<UserRow[]> {
  const among = (scanSize: number) =>
    query(db, UserRow, matchesAmongNextSql(search, scanSize), { prepare: false });
  const page = await among(SCAN_SIZE.many);
  if (page.length === search.limit) return page;
  const { share } = rarestTrigrams(search.search, await trigramFrequencies(db, 'users_ngrams'));
  const longer = share < RARE_MATCH_SHARE ? [] : await among(SCAN_SIZE.some);
  return longer.length === search.limit
    ? longer
    : query(db, UserRow, matchesByIndexSql(search), { prepare: false });
}

/** Return a player, or undefined if there is none. */
export async function userById(db: DbOrTx, id: number, now: Date): Promise<AdminUser | undefined> {
  const row = await queryFirst(db, UserRow, sql`${usersSql(now)} and u.id = ${id}`);
  return row && present(row, now);
}
