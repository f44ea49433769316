import type { Profile } from '@rivalhold/shared/contract/profiles.ts';
import type { Refusals } from '@rivalhold/shared/contract/safety.ts';
import { MAX_LEVEL } from '@rivalhold/shared/levels/levels.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { mapProfileTextFields } from '@rivalhold/shared/profiles.ts';
import { BatchLoader } from '../../platform/concurrency/batch-loader.ts';
import { type Db, type DbOrTx, transaction } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { decodeIdCursor, encodeIdCursor, type PageQuery, toPage } from '../../platform/http/cursor.ts';
import type { Site } from '../../platform/site.ts';
import { blockedIds } from '../blocks/service.ts';
import { toStats, withRegeneration } from '../game/service.ts';
import { decodeNearestCursor, encodeNearestCursor, nearestPage } from './nearest.ts';
import {
  friendsAmong,
  levelOf,
  type ProfileColumns,
  type ProfileFields,
  type ProfileRow,
  updateProfile,
  viewedProfile,
} from './queries.ts';
import { type ProfileFilter, profilePage } from './search.ts';

export { clearAvatar, setAvatar } from './editing.ts';
export { Leaderboard, leaderboardOf } from './leaderboard.ts';
export {
  authorSettledSql,
  PLAYER_COLUMNS,
  PlayerRow,
  playerJoinSql,
  presentPlayer,
} from './presenters.ts';
export { lockOwnPhotoByUrl, profileExists } from './queries.ts';
export { presentAround, readContext } from './reported-content.ts';

/** Convert a row to a profile. Only the owner sees the balance. */
function toProfile(row: ProfileColumns & { refusals?: Refusals }, viewerId: number, now: Date): Profile {
  return {
    id: row.id,
    username: row.username,
    avatarUrl: row.avatar_url,
    ...toStats(withRegeneration(row, now), row.id === viewerId),
    statusMessage: row.status_message,
    age: row.age,
    sex: row.sex,
    relationshipStatus: row.relationship_status,
    ...mapProfileTextFields((name) => row[name]),
    createdAt: row.created_at.toISOString(),
    ...(row.refusals && { refusals: row.refusals }),
  };
}

/**
 * Return a profile.
 * @throws AppError `notFound` for an unknown player, or if either player has blocked the other.
 */
export const getProfile = (
  db: DbOrTx,
  site: Site,
  { id, viewerId }: { id: number; viewerId: number },
): Promise<Profile> => requireProfile(db, site, { id }, viewerId);

/**
 * Return a profile by its username.
 * @throws AppError `notFound` for an unknown name, or if either player has blocked the other.
 */
export const getProfileByName = (
  db: DbOrTx,
  site: Site,
  { username, viewerId }: { username: string; viewerId: number },
): Promise<Profile> => requireProfile(db, site, { username }, viewerId);

async function requireProfile(
  db: DbOrTx,
  site: Site,
  key: { id: number } | { username: string },
  viewerId: number,
): Promise<Profile> {
  const row = await viewedProfile(db, site, key, viewerId);
  if (!row) throw new AppError('notFound');
  return toProfile(row, viewerId, site.clock.now());
}

/** Save the optional fields of a player's profile. */
export async function fillProfile(
  db: DbOrTx,
  site: Site,
  userId: number,
  fields: ProfileFields,
): Promise<void> {
  await transaction(db, async (tx) => {
    await updateProfile(tx, userId, fields);
    site.sessions.invalidateUsers(tx, [userId]);
  });
}

/** The players that a list shows. By default, it shows all players, the newest first. */
export type PlayerFilter = {
  /** Part of a username, ignoring case, or '' for all players. */
  search: string;
  minLevel: number | null;
  /**
   * True to list the players nearest to the viewer's level first. `PlayerList.read` describes which lists have this
   * order.
   */
  byLevel?: boolean | undefined;
  /** True to list only players near the viewer's level. */
  near?: boolean | undefined;
  /** True to list only friends of the viewer. */
  friends?: boolean | undefined;
  /** The ids of the players that the viewer can see online, to list only these players. Null to list all players. */
  online?: readonly number[] | null;
};
type ProfileQuery = PageQuery & { viewerId: number; filter: PlayerFilter; now: Date };
/**
 * Batch size for reading more players if some are hidden. It is large, because many hidden players can be next to each
 * other in the list.
 */
const EXTRA_FOR_HIDDEN = 500;
type Page = { profiles: Profile[]; nextCursor: string | null };

/** Return the levels that a filter includes, for a viewer at the given level. */
function levelsOf(
  { minLevel, near }: PlayerFilter,
  ownLevel: number,
): { minLevel: number; maxLevel: number } {
  const [nearMin, nearMax] = near
    ? [ownLevel - LIMITS.nearLevels, ownLevel + LIMITS.nearLevels]
    : [1, MAX_LEVEL];
  return { minLevel: Math.max(1, minLevel ?? 1, nearMin), maxLevel: Math.min(MAX_LEVEL, nearMax) };
}

/** Return those players in `rows` that the viewer is allowed to find by search. */
async function findable(
  db: DbOrTx,
  viewerId: number,
  rows: readonly ProfileRow[],
): Promise<readonly ProfileRow[]> {
  const limited = rows.filter(({ id, found_by }) => found_by === 'friends' && id !== viewerId);
  const ids = limited.map(({ id }) => id);
  const friends = new Set(ids.length > 0 ? await friendsAmong(db, viewerId, ids) : []);
  return rows.filter(
    ({ id, found_by: by }) =>
      id === viewerId || by === null || by === 'everybody' || (by === 'friends' && friends.has(id)),
  );
}

/** Returns filtered pages of players. */
export class PlayerList {
  readonly #db: Db;
  readonly #loaders = new WeakMap<Db, BatchLoader<ProfileRow[]>>();

  constructor(db: Db) {
    this.#db = db;
  }

  /**
   * Return a page of the players that match a filter. Leave out players hidden by a block, and players that the viewer
   * is not allowed to find by search. On the last page, `nextCursor` is null. Lists with `friends` or `online`, and
   * lists with `byLevel` or `near` but without a search, show the players nearest to the viewer's level first. These
   * lists leave out the viewer. All other lists show the newest players first.
   * @param reads the database to read players from, possibly a replica
   * @throws AppError `invalid` for a malformed cursor.
   */
  read(reads: Db, profileQuery: ProfileQuery): Promise<Page> {
    const { search, byLevel, near, friends, online } = profileQuery.filter;
    const isAmongFew = friends || online;
    return isAmongFew || (search === '' && (byLevel || near))
      ? this.#nearest(reads, profileQuery)
      : this.#newest(reads, profileQuery);
  }

  async #nearest(reads: Db, { filter, viewerId, cursor, limit, now }: ProfileQuery): Promise<Page> {
    const after = decodeNearestCursor(cursor);
    const [ownLevel, blocked] = await Promise.all([
      after?.ownLevel ?? levelOf(reads, viewerId),
      blockedIds(this.#db, viewerId),
    ]);
    const hidden = [viewerId, ...blocked];
    const { search, friends = false, online = null } = filter;
    const wanted = { ...levelsOf(filter, ownLevel), search, friends, online, viewerId, hidden };
    const rows = await nearestPage(reads, wanted, { ownLevel, after, limit: limit + 1 });
    const { items, nextCursor } = toPage(rows, limit, ({ level, id }) =>
      encodeNearestCursor({ ownLevel, level, id }),
    );
    return { profiles: items.map((row) => toProfile(row, viewerId, now)), nextCursor };
  }

  /** Return a page, newest first. Concurrent requests for the first page of all players share one read. */
  async #newest(reads: Db, profileQuery: ProfileQuery): Promise<Page> {
    const { viewerId, limit, now } = profileQuery;
    const filter = await this.#nameFilter(reads, profileQuery);
    const [first, blocked] = await Promise.all([
      this.#first(reads, filter, profileQuery),
      blockedIds(this.#db, viewerId),
    ]);
    const hidden = new Set(blocked);
    const visible = async (read: readonly ProfileRow[]) =>
      (await findable(this.#db, viewerId, read)).filter(({ id }) => !hidden.has(id));
    const rows = await visible(first);
    for (let read = first, wanted = limit + 1; read.length === wanted && rows.length <= limit; ) {
      wanted = Math.max(limit + 1, EXTRA_FOR_HIDDEN);
      read = await profilePage(reads, filter, (read.at(-1) as ProfileRow).id, wanted);
      rows.push(...(await visible(read)));
    }
    const { items, nextCursor } = toPage(rows, limit, encodeIdCursor);
    return { profiles: items.map((row) => toProfile(row, viewerId, now)), nextCursor };
  }

  async #nameFilter(reads: Db, { filter, viewerId }: ProfileQuery): Promise<ProfileFilter> {
    const { search, minLevel, near } = filter;
    if (!near) return { search, minLevel, maxLevel: MAX_LEVEL };
    return { search, ...levelsOf(filter, await levelOf(reads, viewerId)) };
  }

  #first(reads: Db, filter: ProfileFilter, { cursor, limit }: ProfileQuery): Promise<ProfileRow[]> {
    const isAll = filter.search === '' && (filter.minLevel ?? 1) === 1 && cursor === undefined;
    return isAll && limit === LIMITS.profilesPage
      ? this.#newestOf(reads).load()
      : profilePage(reads, filter, decodeIdCursor(cursor), limit + 1);
  }

  #newestOf(reads: Db): BatchLoader<ProfileRow[]> {
    const everybody = { search: '', minLevel: null, maxLevel: MAX_LEVEL };
    const newest =
      this.#loaders.get(reads) ??
      new BatchLoader(() =>
        profilePage(reads, everybody, decodeIdCursor(undefined), LIMITS.profilesPage + 1),
      );
    this.#loaders.set(reads, newest);
    return newest;
  }
}
