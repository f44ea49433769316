import { foldText } from '@rivalhold/shared/fold-text.ts';
import { MAX_LEVEL } from '@rivalhold/shared/levels/levels.ts';
import Type from 'typebox';
import { column } from '../../platform/db/columns.ts';
import { type DbOrTx, literal, query, queryFirstValue, type Sql, sql } from '../../platform/db/db.ts';
import { startsWithSql } from '../../platform/db/text-search.ts';
import { PROFILE_SELECT, ProfileRow } from './queries.ts';

export type ProfileFilter = {
  /** Part of a username, ignoring case. Use '' for all players. */
  search: string;
  minLevel: number | null;
  maxLevel: number;
};

/**
 * If a filter has at most this number of matches, all matches are read and sorted. If it has more, matches are so
 * frequent that a page is soon filled by reading players in page order. Either way, the cost does not grow with the
 * number of players.
 */
const FEW_MATCHES = 300;
/** The index on `username_suffixes` is sorted by this number of leading characters of each suffix. */
const LISTED_PREFIX_LENGTH = 3;
/**
 * The characters that can follow two characters in a username. They are used to list all three-character prefixes that
 * begin with these two characters. The empty string stands for the end of the name.
 */
const USERNAME_CHARACTERS = ['', ...'abcdefghijklmnopqrstuvwxyz0123456789_-.'];

/**
 * Return SQL for the profiles whose ids the statement `ids` selects. For conditions on other tables, this statement
 * uses scalar subqueries, not joins. Therefore the planner cannot choose another join order, and the estimated cost
 * stays below the threshold for JIT compilation.
 */
const profilesSql = (ids: Sql): Sql =>
  sql`${PROFILE_SELECT} join (${ids}) found on found.user_id = u.id order by u.id desc`;
const levelSql = ({ minLevel, maxLevel }: Levels, userId: Sql): Sql =>
  sql`(${minLevel}::integer is null or (select level between ${minLevel}::integer and ${maxLevel}::integer
    from characters where characters.user_id = ${userId}))`;

/** A page of at most `limit` players with ids lower than `beforeId`. */
type Page = { beforeId: number; limit: number };
/** The levels to search, or all levels if `minLevel` is null. */
type Levels = { minLevel: number | null; maxLevel: number };
/** A page of players whose names contain `search`, optionally only of some levels. */
type NameSearch = Page & Levels & { search: string };

const fromAllPlayersSql = ({ beforeId, limit }: Page, among: Sql): Sql =>
  profilesSql(sql`
    select n.id as user_id from users n
    where n.id < ${beforeId} and ${among} order by n.id desc limit ${literal(limit)}`);
const newestSql = (page: Page): Sql => fromAllPlayersSql(page, sql`n.deleted_at is null`);
const namedSql = ({ search, ...page }: NameSearch): Sql =>
  fromAllPlayersSql(
    page,
    sql`position(${search}::text in n.username_key) > 0 and n.deleted_at is null
      and ${levelSql(page, sql`n.id`)}`,
  );
/**
 * Return SQL for a page of players with a minimum level. Only the 400 newest players below `beforeId` are checked.
 * Usually, enough of them have this level to fill the page.
 */
const levelAmongNextSql = ({ beforeId, limit }: Page, minLevel: number): Sql =>
  profilesSql(sql`
    select n.id as user_id from (
      select id from users where id < ${beforeId} and deleted_at is null order by id desc limit 400
    ) n
    where (select level >= ${minLevel}::integer from characters where characters.user_id = n.id)
    order by n.id desc limit ${limit}`);
/**
 * Return SQL for the newest matches among `ids`. The ids must be sorted newest first, because the statement stops when
 * the page is full.
 */
const amongCandidatesSql = (
  { beforeId, limit, search, ...levels }: NameSearch,
  ids: readonly number[],
): Sql =>
  profilesSql(sql`
    select n.id as user_id from unnest(${ids}::bigint[]) as n (id)
    where n.id < ${beforeId} and ${levelSql(levels, sql`n.id`)}
      and (select deleted_at is null and position(${search}::text in username_key) > 0
           from users where users.id = n.id)
    limit ${limit}`);

/**
 * Return SQL that merges the newest matches of the prefix lists. A prefix list contains the username suffixes that
 * begin with the same three characters.
 */
const fromPrefixListsSql = ({ beforeId, limit, search, ...levels }: NameSearch): Sql =>
  profilesSql(sql`
    select distinct listed.user_id
    from unnest(${prefixListsOf(search)}::text[]) as list (part) cross join lateral (
      select distinct p.user_id from username_suffixes p
      where left(p.suffix, ${literal(LISTED_PREFIX_LENGTH)}) = list.part and p.user_id < ${beforeId}
        and left(p.suffix, length(${search}::text)) = ${search}::text
        and ${levelSql(levels, sql`p.user_id`)}
      order by p.user_id desc limit ${limit}
    ) listed
    order by listed.user_id desc limit ${limit}`);
const idsSql = (rows: Sql): Sql => sql`
  select coalesce(json_agg(user_id order by user_id desc), '[]') as ids
  from (${rows} limit ${literal(FEW_MATCHES + 1)}) few`;
const withNameSql = (search: string): Sql =>
  idsSql(sql`
    select user_id from username_suffixes where ${startsWithSql(sql`suffix`, sql`${search}::text`)}
    order by suffix, user_id`);
const withLevelSql = (minLevel: number, maxLevel: number): Sql =>
  idsSql(sql`
    select user_id from characters where level between ${minLevel}::integer and ${maxLevel}::integer
    order by level desc`);
/**
 * Return SQL that merges the newest players of each level. The result includes deleted players, because checking every
 * player would take longer than the rest of the statement.
 */
const fromLevelListsSql = ({ beforeId, limit }: Page, levels: readonly number[]): Sql => sql`
  select coalesce(json_agg(user_id order by user_id desc), '[]') as ids from (
    select reached.user_id from unnest(${levels}::integer[]) as step (level) cross join lateral (
      select l.user_id from characters l where l.level = step.level and l.user_id < ${beforeId}
      order by l.user_id desc limit ${limit}
    ) reached
    order by reached.user_id desc limit ${limit}
  ) newest`;

/** Return the newest players that match a filter and have ids lower than `beforeId`. */
export async function profilePage(
  db: DbOrTx,
  filter: ProfileFilter,
  beforeId: number,
  limit: number,
): Promise<ProfileRow[]> {
  const search = foldText(filter.search).trim().replace(/^@/, '');
  const { maxLevel } = filter;
  const minLevel = filter.minLevel === 1 && maxLevel >= MAX_LEVEL ? null : filter.minLevel;
  const page = { beforeId, limit };
  if (search === '')
    return minLevel === null
      ? query(db, ProfileRow, newestSql(page))
      : levelPage(db, minLevel, beforeId, limit);

  const wanted = { ...page, search, minLevel, maxLevel };
  const few = (await fewAtLevel(db, minLevel, maxLevel)) ?? (await fewByName(db, search));
  if (few !== null) return query(db, ProfileRow, amongCandidatesSql(wanted, few), { prepare: false });
  if (search.length === 1) return query(db, ProfileRow, namedSql(wanted), { prepare: false });
  return query(db, ProfileRow, fromPrefixListsSql(wanted), { prepare: false });
}

/**
 * Return a page of players who have at least the given level. Skip deleted players in the level lists and
 * read on, so that every page except the last is full.
 */
async function levelPage(
  db: DbOrTx,
  minLevel: number,
  beforeId: number,
  limit: number,
): Promise<ProfileRow[]> {
  const next = await query(db, ProfileRow, levelAmongNextSql({ beforeId, limit }, minLevel), {
    prepare: false,
  });
  if (next.length === limit) return next;
  const levels = Array.from({ length: Math.max(0, MAX_LEVEL + 1 - minLevel) }, (_, step) => minLevel + step);
  const rows: ProfileRow[] = [];
  for (let before = beforeId; ; ) {
    const ids = await readIds(db, fromLevelListsSql({ beforeId: before, limit }, levels));
    const rest = { beforeId: before, limit: limit - rows.length, search: '', minLevel, maxLevel: MAX_LEVEL };
    rows.push(...(await query(db, ProfileRow, amongCandidatesSql(rest, ids), { prepare: false })));
    if (rows.length === limit || ids.length < limit) return rows;
    before = ids.at(-1) as number;
  }
}

const Ids = Type.Array(column.integer);

async function readIds(db: DbOrTx, statement: Sql): Promise<number[]> {
  return (await queryFirstValue(db, Ids, statement, { prepare: false })) ?? [];
}

/** Return all ids that a statement finds, newest first. Return null if there are more than `FEW_MATCHES`. */
async function readIdsIfFew(db: DbOrTx, statement: Sql): Promise<number[] | null> {
  const ids = await readIds(db, statement);
  return ids.length > FEW_MATCHES ? null : [...new Set(ids)];
}

const fewAtLevel = async (db: DbOrTx, minLevel: number | null, maxLevel: number): Promise<number[] | null> =>
  minLevel === null ? null : readIdsIfFew(db, withLevelSql(minLevel, maxLevel));

/**
 * Return the ids of all players whose names contain `search`, or null if there are more than `FEW_MATCHES`. For two or
 * three characters, return null without reading, because the prefix lists are enough for such searches.
 */
const fewByName = async (db: DbOrTx, search: string): Promise<number[] | null> =>
  search.length === 2 || search.length === LISTED_PREFIX_LENGTH
    ? null
    : readIdsIfFew(db, withNameSql(search));

const prefixListsOf = (search: string): string[] =>
  search.length < LISTED_PREFIX_LENGTH
    ? USERNAME_CHARACTERS.map((sign) => search + sign)
    : [search.slice(0, LISTED_PREFIX_LENGTH)];
