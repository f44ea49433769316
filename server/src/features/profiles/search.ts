import { MAX_LEVEL } from '@rivalhold/shared/levels/levels.ts';
import { type DbOrTx, run, runUnprepared } from '../../platform/db/db.ts';
import { startsWithSql } from '../../platform/db/text-search.ts';
import { PROFILE_SELECT, type ProfileRow } from './queries.ts';

export type ProfileFilter = {
  /** Part of a username, in whatever case; '' for everybody. */
  search: string;
  minLevel: number | null;
};

/**
 * A filter that finds at most so many players among all is answered by sorting them; what finds more is dense enough to
 * be read in the order of the page. Either way the cost does not grow with the number of players.
 */
const FEW_MATCHES = 300;
/** Letters by which the lists of `username_parts` are kept. */
const LISTED_PREFIX_LENGTH = 3;
/** What may follow in a username, so that the lists of all continuations of two letters can be named. */
const USERNAME_CHARACTERS = ['', ...'abcdefghijklmnopqrstuvwxyz0123456789_-.'];

/**
 * The page as profiles, once its ids are found. What is asked of another table stands in subqueries that answer yes or
 * no: the planner then has no other order of joining to try, and no estimates so high that it compiles the statement.
 */
const profilesSql = (ids: string): string =>
  `${PROFILE_SELECT} join (${ids}) found on found.user_id = u.id order by u.id desc`;
const minLevelSql = (userId: string): string =>
  `($4::integer is null or (select level >= $4 from characters where characters.user_id = ${userId}))`;

const fromAllPlayersSql = (among: string): string =>
  profilesSql(`select n.id as user_id from users n
    where n.id < $1 and ${among} order by n.id desc limit $2`);
const NEWEST_SQL = fromAllPlayersSql('n.deleted_at is null');
const NAMED_SQL = fromAllPlayersSql(
  `position($3 in lower(n.username)) > 0 and n.deleted_at is null and ${minLevelSql('n.id')}`,
);
/** Those of a level among the next so many players; a page of them, where it is a usual one. */
const LEVEL_AMONG_NEXT = profilesSql(`select n.id as user_id from (
    select id from users where id < $1 and deleted_at is null order by id desc limit 400) n
  where (select level >= $3 from characters where characters.user_id = n.id) order by n.id desc limit $2`);
/** Those who are left of a few, who come newest first: no more of them are looked at than make the page. */
const AMONG_CANDIDATES = profilesSql(`select n.id as user_id from unnest($5::bigint[]) as n (id)
  where n.id < $1 and ${minLevelSql('n.id')}
    and (select deleted_at is null and position($3 in lower(username)) > 0 from users where users.id = n.id)
  limit $2`);

/** The newest of each list, then of them all. */
const FROM_PREFIX_LISTS = profilesSql(`
  select distinct listed.user_id from unnest($5::text[]) as list (part) cross join lateral (
    select distinct p.user_id from username_parts p
    where left(p.part, ${LISTED_PREFIX_LENGTH}) = list.part and p.user_id < $1 and left(p.part, length($3)) = $3
      and ${minLevelSql('p.user_id')}
    order by p.user_id desc limit $2) listed
  order by listed.user_id desc limit $2`);
const idsSql = (some: string): string =>
  `select coalesce(json_agg(user_id order by user_id desc), '[]') as ids from (${some} limit ${FEW_MATCHES + 1}) few`;
const WITH_NAME = idsSql(`select user_id from username_parts where ${startsWithSql('part', '$1')}
  order by part, user_id`);
const WITH_LEVEL = idsSql('select user_id from characters where level >= $1 order by level desc');
/** The newest of each level, then of them all; who has left is among them, since a look at each would cost the most. */
const FROM_LEVEL_LISTS = `select coalesce(json_agg(user_id order by user_id desc), '[]') as ids from (
  select reached.user_id from unnest($3::integer[]) as step (level) cross join lateral (
    select l.user_id from characters l where l.level = step.level and l.user_id < $1
    order by l.user_id desc limit $2) reached
  order by reached.user_id desc limit $2) newest`;

/** Players with a lower id that a filter finds; the newest first. */
export async function profilePage(
  db: DbOrTx,
  filter: ProfileFilter,
  beforeId: number,
  limit: number,
): Promise<ProfileRow[]> {
  const search = filter.search.toLowerCase();
  const minLevel = filter.minLevel === 1 ? null : filter.minLevel;
  const page = [beforeId, limit];
  if (search === '')
    return minLevel === null ? run(db, NEWEST_SQL, page) : levelPage(db, minLevel, beforeId, limit);

  const few = (await fewAtLevel(db, minLevel)) ?? (await fewByName(db, search));
  if (few !== null) return runUnprepared(db, AMONG_CANDIDATES, [...page, search, minLevel, few]);
  if (search.length === 1) return runUnprepared(db, NAMED_SQL, [...page, search, minLevel]);
  return runUnprepared(db, FROM_PREFIX_LISTS, [...page, search, minLevel, prefixListsOf(search)]);
}

/** From the lists of rare levels it reads on behind those who have left, so that a page is short only at the end. */
async function levelPage(
  db: DbOrTx,
  minLevel: number,
  beforeId: number,
  limit: number,
): Promise<ProfileRow[]> {
  const next = await runUnprepared<ProfileRow>(db, LEVEL_AMONG_NEXT, [beforeId, limit, minLevel]);
  if (next.length === limit) return next;
  const levels = Array.from({ length: Math.max(0, MAX_LEVEL + 1 - minLevel) }, (_, step) => minLevel + step);
  const rows: ProfileRow[] = [];
  for (let before = beforeId; ; ) {
    const ids = await readIds(db, FROM_LEVEL_LISTS, [before, limit, levels]);
    rows.push(
      ...(await runUnprepared<ProfileRow>(db, AMONG_CANDIDATES, [
        before,
        limit - rows.length,
        '',
        minLevel,
        ids,
      ])),
    );
    if (rows.length === limit || ids.length < limit) return rows;
    before = ids.at(-1) as number;
  }
}

async function readIds(db: DbOrTx, text: string, values: readonly unknown[]): Promise<number[]> {
  const [row] = await runUnprepared<{ ids: number[] }>(db, text, values);
  return row?.ids ?? [];
}

/** All who are found, newest first; null when they are more than a few. */
async function readIdsIfFew(db: DbOrTx, text: string, values: readonly unknown[]): Promise<number[] | null> {
  const ids = await readIds(db, text, values);
  return ids.length > FEW_MATCHES ? null : [...new Set(ids)];
}

const fewAtLevel = async (db: DbOrTx, minLevel: number | null): Promise<number[] | null> =>
  minLevel === null ? null : readIdsIfFew(db, WITH_LEVEL, [minLevel]);

/** Two and three letters have lists that answer them whole: there is nothing to gain by counting first. */
const fewByName = async (db: DbOrTx, search: string): Promise<number[] | null> =>
  search.length === 2 || search.length === LISTED_PREFIX_LENGTH
    ? null
    : readIdsIfFew(db, WITH_NAME, [search]);

const prefixListsOf = (search: string): string[] =>
  search.length < LISTED_PREFIX_LENGTH
    ? USERNAME_CHARACTERS.map((sign) => search + sign)
    : [search.slice(0, LISTED_PREFIX_LENGTH)];
