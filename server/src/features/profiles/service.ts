import type { Profile } from '@rivalhold/shared/contract/profiles.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { mapProfileTextFields } from '@rivalhold/shared/profiles.ts';
import { BatchLoader } from '../../platform/concurrency/batch-loader.ts';
import { type Db, type DbOrTx, transaction } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { decodeIdCursor, encodeIdCursor, type PageQuery, toPage } from '../../platform/http/cursor.ts';
import { perSite, type Site } from '../../platform/site.ts';
import { blockedIds } from '../blocks/service.ts';
import { toStats, withRegeneration } from '../game/service.ts';
import { type ProfileFields, type ProfileRow, profileById, profileByName, updateProfile } from './queries.ts';
import { type ProfileFilter, profilePage } from './search.ts';

export { clearAvatar, editProfile, setAvatar, updateStatus } from './editing.ts';
export { Leaderboard, leaderboardOf } from './leaderboard.ts';
export {
  authorSettledSql,
  PLAYER_COLUMNS,
  type PlayerRow,
  playerJoinSql,
  presentPlayer,
} from './presenters.ts';
export { lockOwnPhotoByUrl, profileExists } from './queries.ts';
export { presentAround, readContext } from './reported-content.ts';

/** Convert a row to a profile. Only the owner sees the balance. */
function toProfile(row: ProfileRow, viewerId: number, now: Date): Profile {
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
  };
}

/**
 * Return a profile.
 * @throws AppError `notFound` for an unknown player, or if either player has blocked the other.
 */
export async function getProfile(
  db: DbOrTx,
  { id, viewerId, now }: { id: number; viewerId: number; now: Date },
): Promise<Profile> {
  const row = await profileById(db, id, viewerId);
  if (!row) throw new AppError('notFound');
  return toProfile(row, viewerId, now);
}

/**
 * Return a profile by its username.
 * @throws AppError `notFound` for an unknown name, or if either player has blocked the other.
 */
export async function getProfileByName(
  db: DbOrTx,
  { username, viewerId, now }: { username: string; viewerId: number; now: Date },
): Promise<Profile> {
  const row = await profileByName(db, username, viewerId);
  if (!row) throw new AppError('notFound');
  return toProfile(row, viewerId, now);
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
    site.sessions.invalidateUser(tx, userId);
  });
}

type ProfileQuery = PageQuery & { viewerId: number; filter: ProfileFilter; now: Date };
/**
 * Batch size for reading past players who are hidden from the viewer, because many hidden players can follow each
 * other.
 */
const EXTRA_FOR_HIDDEN = 500;
type Page = { profiles: Profile[]; nextCursor: string | null };

/** Reads filtered pages of players, newest first. */
export class PlayerList {
  readonly #db: Db;
  readonly #newest = new WeakMap<Db, BatchLoader<ProfileRow[]>>();

  constructor(db: Db) {
    this.#db = db;
  }

  /**
   * Return a page of the players that match a filter. Leave out players separated from the viewer by a block.
   * `nextCursor` is null at the end of the list. Concurrent requests for the first page share one query.
   * @param reads the database from which players are read, possibly a replica
   * @throws AppError `invalid` for a malformed cursor.
   */
  async read(reads: Db, profileQuery: ProfileQuery): Promise<Page> {
    const { viewerId, limit, now } = profileQuery;
    const [first, blocked] = await Promise.all([
      this.#first(reads, profileQuery),
      blockedIds(this.#db, viewerId),
    ]);
    const hidden = new Set(blocked);
    const rows = first.filter(({ id }) => !hidden.has(id));
    for (let read = first, wanted = limit + 1; read.length === wanted && rows.length <= limit; ) {
      wanted = Math.max(limit + 1, EXTRA_FOR_HIDDEN);
      read = await profilePage(reads, profileQuery.filter, (read.at(-1) as ProfileRow).id, wanted);
      rows.push(...read.filter(({ id }) => !hidden.has(id)));
    }
    const { items, nextCursor } = toPage(rows, limit, encodeIdCursor);
    return { profiles: items.map((row) => toProfile(row, viewerId, now)), nextCursor };
  }

  #first(reads: Db, { filter, cursor, limit }: ProfileQuery): Promise<ProfileRow[]> {
    const isNewest = filter.search === '' && (filter.minLevel ?? 1) === 1 && cursor === undefined;
    return isNewest && limit === LIMITS.profilesPage
      ? this.#newestOf(reads).load()
      : profilePage(reads, filter, decodeIdCursor(cursor), limit + 1);
  }

  #newestOf(reads: Db): BatchLoader<ProfileRow[]> {
    const everybody = { search: '', minLevel: null };
    const newest =
      this.#newest.get(reads) ??
      new BatchLoader(() =>
        profilePage(reads, everybody, decodeIdCursor(undefined), LIMITS.profilesPage + 1),
      );
    this.#newest.set(reads, newest);
    return newest;
  }
}

/** Return the player list of a site. All routes that read it share it. */
export const playerListOf = perSite((site) => new PlayerList(site.db));
