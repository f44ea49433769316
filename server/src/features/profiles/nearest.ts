import { foldText } from '@rivalhold/shared/fold-text.ts';
import { MAX_LEVEL } from '@rivalhold/shared/levels/levels.ts';
import { type DbOrTx, query, type Sql, sql } from '../../platform/db/db.ts';
import { invalidCursorError } from '../../platform/http/cursor.ts';
import { seesSql } from '../safety/service.ts';
import { PROFILE_SELECT, ProfileRow } from './queries.ts';

/**
 * The end of a page: the level and id of its last player. `ownLevel` is the viewer's level, and players are listed by
 * the distance of their levels from it.
 */
export type NearestCursor = { ownLevel: number; level: number; id: number };

export type NearestFilter = {
  viewerId: number;
  /** Players to leave out, such as the viewer. */
  hidden: readonly number[];
  /** Part of a username, ignoring case, or '' for all players. Use this only with `online` or `friends`. */
  search: string;
  minLevel: number;
  maxLevel: number;
  /** The ids of the online players to choose from, or null for all players. */
  online: readonly number[] | null;
  /** True to list only friends of the viewer. */
  friends: boolean;
};

/** Maximum number of online players from which a list is chosen. It limits the cost of the query. */
const MAX_ONLINE = 2_000;

/**
 * Encode a cursor. It contains the viewer's level, so that the order of the list does not change if the
 * viewer's level rises between two pages.
 */
export const encodeNearestCursor = ({ ownLevel, level, id }: NearestCursor): string =>
  `${ownLevel}.${level}.${id}`;

/** Decode a cursor. Return null if there is none. @throws AppError `invalid` if it is malformed. */
export function decodeNearestCursor(text: string | undefined): NearestCursor | null {
  if (text === undefined) return null;
  const [ownLevel = 0, level = 0, id = 0, ...rest] = text.split('.').map(Number);
  const isLevel = (n: number) => Number.isInteger(n) && n >= 1 && n <= MAX_LEVEL;
  if (rest.length > 0 || !isLevel(ownLevel) || !isLevel(level) || !Number.isSafeInteger(id) || id < 1)
    throw invalidCursorError();
  return { ownLevel, level, id };
}

/**
 * Return all levels from `min` to `max`, sorted by their distance from `own`. Of two equally near levels, the
 * lower comes first.
 */
const nearestLevels = (own: number, min: number, max: number): number[] =>
  Array.from({ length: Math.max(0, max - min + 1) }, (_, step) => min + step).toSorted(
    (a, b) => Math.abs(a - own) - Math.abs(b - own) || a - b,
  );

type Page = { ownLevel: number; after: NearestCursor | null; limit: number };

/**
 * Return SQL for the sort keys: the distance from the viewer's level, the level, and the negative id (newest
 * first).
 */
const orderSql = (ownLevel: number, level: Sql | number, id: Sql | number): Sql =>
  sql`abs(${level}::integer - ${ownLevel}::integer), ${level}::integer, -(${id}::bigint)`;

/**
 * Return SQL for a page of all players. It reads the levels in order and stops when the page is full, so its
 * cost does not grow with the number of players.
 */
function amongAllSql(
  { viewerId, minLevel, maxLevel, hidden }: NearestFilter,
  { ownLevel, after, limit }: Page,
): Sql {
  const all = nearestLevels(ownLevel, minLevel, maxLevel);
  const levels = after ? all.slice(Math.max(0, all.indexOf(after.level))) : all;
  const firstIds = levels.map((_, index) => (index === 0 && after?.id) || Number.MAX_SAFE_INTEGER);
  return sql`
    ${PROFILE_SELECT} join (
      select found.user_id from unnest(${levels}::integer[], ${firstIds}::bigint[]) as step (level, before_id)
      cross join lateral (
        select l.user_id from characters l
        where l.level = step.level and l.user_id < step.before_id
          and l.user_id <> all (${hidden}::bigint[]) and ${seesSql('search', viewerId, sql`l.user_id`)}
          and (select deleted_at is null from users where users.id = l.user_id)
        order by l.user_id desc limit ${limit}
      ) found
      limit ${limit}
    ) page on page.user_id = u.id
    order by ${orderSql(ownLevel, sql`c.level`, sql`u.id`)}`;
}

/**
 * Return SQL for a page from a small set of players: the viewer's friends, the online players, or the friends
 * who are online.
 */
function amongFewSql(filter: NearestFilter, { ownLevel, after, limit }: Page): Sql {
  const { viewerId, friends, online, hidden, minLevel, maxLevel } = filter;
  const search = foldText(filter.search).trim().replace(/^@/, '');
  const order = orderSql(ownLevel, sql`c.level`, sql`u.id`);
  const friendsSql = sql`select friend_id as user_id from friendships where user_id = ${viewerId}`;
  const onlineSql = sql`select unnest(${online?.slice(0, MAX_ONLINE) ?? []}::bigint[]) as user_id`;
  const candidates =
    friends && online ? sql`${friendsSql} intersect ${onlineSql}` : friends ? friendsSql : onlineSql;
  return sql`
    ${PROFILE_SELECT} join (${candidates}) candidate on candidate.user_id = u.id
    where u.deleted_at is null and u.id <> all (${hidden}::bigint[])
      and ${seesSql('search', viewerId, sql`u.id`)}
      and c.level between ${minLevel}::integer and ${maxLevel}::integer
      and position(${search}::text in u.username_key) > 0
      and ${after ? sql`(${order}) > (${orderSql(ownLevel, after.level, after.id)})` : sql`true`}
    order by ${order} limit ${limit}`;
}

/**
 * Return the players whose levels are nearest to the viewer's level. Of equally near levels, the lower comes
 * first. Within a level, the newest player comes first. Leave out players that the viewer is not allowed to find.
 */
export const nearestPage = (db: DbOrTx, filter: NearestFilter, page: Page): Promise<ProfileRow[]> =>
  query(
    db,
    ProfileRow,
    filter.friends || filter.online ? amongFewSql(filter, page) : amongAllSql(filter, page),
    { prepare: false },
  );
