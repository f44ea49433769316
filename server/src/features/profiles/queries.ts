import { Role } from '@rivalhold/shared/contract/accounts.ts';
import { type Refusals, VisibilityAudience } from '@rivalhold/shared/contract/safety.ts';
import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import {
  mapProfileTextFields,
  PROFILE_TEXT_FIELD_NAMES,
  type ProfileTextField,
} from '@rivalhold/shared/profiles.ts';
import { isStaff } from '@rivalhold/shared/roles.ts';
import { usernameKey } from '@rivalhold/shared/usernames.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import {
  type DbOrTx,
  execute,
  identifier,
  join,
  query,
  queryExists,
  queryFirst,
  queryFirstValue,
  queryValue,
  queryValues,
  type Sql,
  sql,
  type Tx,
} from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { Site } from '../../platform/site.ts';
import { notBlockedSql } from '../blocks/service.ts';
import { CHARACTER_COLUMNS, CharacterRow } from '../game/service.ts';
import { hasSettingsSql, NO_REFUSALS, refusalsOf } from '../safety/service.ts';

const ProfileColumns = Type.Object({
  ...CharacterRow.properties,
  ...mapProfileTextFields(() => Nullable(column.text)),
  id: column.integer,
  username: column.text,
  avatar_url: Nullable(column.text),
  status_message: column.text,
  age: Nullable(column.integer),
  sex: Nullable(column.text),
  relationship_status: Nullable(column.text),
  created_at: column.date,
});
export type ProfileColumns = Static<typeof ProfileColumns>;

export const ProfileRow = Type.Object({
  ...ProfileColumns.properties,
  /** The setting for who can find this player by search. If it is null, everybody can. */
  found_by: Nullable(VisibilityAudience),
});
export type ProfileRow = Static<typeof ProfileRow>;

const ViewedProfileRow = Type.Object({ ...ProfileColumns.properties, hasSettings: column.boolean });
/** A profile with the kinds of contact that the player does not accept from the viewer. */
type ViewedProfile = ProfileColumns & { refusals: Refusals };

const TEXT_COLUMNS = join(PROFILE_TEXT_FIELD_NAMES.map((name) => sql`u.${identifier(name)}`));

const PROFILE_COLUMNS = sql`
  select u.id, u.username, u.avatar_url, u.status_message, u.age, u.sex, u.relationship_status,
         ${TEXT_COLUMNS}, u.created_at, ${CHARACTER_COLUMNS}`;
const FROM_PROFILES = sql`from users u join characters c on c.user_id = u.id`;
/** SQL that selects a profile's columns from users `u` and characters `c`. */
export const PROFILE_SELECT = sql`${PROFILE_COLUMNS},
  (select s.search from safety_settings s where s.user_id = u.id) as found_by ${FROM_PROFILES}`;
const visibleSql = (viewerId: number): Sql =>
  sql`u.deleted_at is null and ${notBlockedSql(viewerId, sql`u.id`)}`;

/** Return a profile, or undefined if it is not visible to the viewer. */
export async function profileById(db: DbOrTx, id: number, viewerId: number): Promise<ProfileRow | undefined> {
  return queryFirst(db, ProfileRow, sql`${PROFILE_SELECT} where u.id = ${id} and ${visibleSql(viewerId)}`);
}

/**
 * Return a profile with `refusals`, the kinds of contact that the player does not accept from the viewer.
 * `key` contains an id or a username, whose case is ignored. Return undefined if the profile is not visible
 * to the viewer.
 */
export async function viewedProfile(
  db: DbOrTx,
  site: Site,
  key: { id: number } | { username: string },
  viewerId: number,
): Promise<ViewedProfile | undefined> {
  const row = await queryFirst(
    db,
    ViewedProfileRow,
    sql`${PROFILE_COLUMNS}, ${hasSettingsSql(viewerId, sql`u.id`)} as "hasSettings" ${FROM_PROFILES}
        where ${'id' in key ? sql`u.id = ${key.id}` : sql`u.username_key = ${usernameKey(key.username)}`}
          and ${visibleSql(viewerId)}`,
  );
  if (!row) return undefined;
  const refusals = row.hasSettings ? await refusalsOf(db, site, viewerId, row.id) : NO_REFUSALS;
  return { ...row, refusals };
}

/** Return the players in `ids` who are friends of player `userId`. */
export const friendsAmong = (db: DbOrTx, userId: number, ids: readonly number[]): Promise<number[]> =>
  queryValues(
    db,
    column.integer,
    sql`select friend_id from friendships where user_id = ${userId} and friend_id = any (${ids}::bigint[])`,
  );

/** Return a player's level. */
export async function levelOf(db: DbOrTx, userId: number): Promise<number> {
  return queryValue(db, column.integer, sql`select level from characters where user_id = ${userId}`);
}

/** Report whether a player exists. */
export async function profileExists(db: DbOrTx, id: number): Promise<boolean> {
  return queryExists(db, sql`select 1 from users where id = ${id} and deleted_at is null`);
}

/** Set a player's status message, and return whether the player exists. */
export async function setStatus(tx: Tx, userId: number, statusMessage: string): Promise<boolean> {
  return queryExists(
    tx,
    sql`update users set status_message = ${statusMessage} where id = ${userId} and deleted_at is null
        returning id`,
  );
}

const PreviousAvatar = Type.Object({ old: Nullable(column.text) });

/** Set a player's avatar and return the previous avatar, or undefined if the player does not exist. */
export async function swapAvatar(
  tx: Tx,
  userId: number,
  avatarUrl: string | null,
): Promise<Static<typeof PreviousAvatar> | undefined> {
  return queryFirst(
    tx,
    PreviousAvatar,
    sql`update users u set avatar_url = ${avatarUrl}
        from (
          select id, avatar_url as old from users where id = ${userId} and deleted_at is null for update
        ) before
        where u.id = before.id returning before.old`,
  );
}

const UserRole = Type.Object({ id: column.integer, role: Role });

/**
 * Lock a player, and the staff member who acts on the player, in order of id. Return their current roles.
 * @throws AppError `notFound` for an unknown player; `forbidden` if the staff member is no longer staff.
 */
export async function lockForStaff(
  tx: Tx,
  { userId, staffId }: { userId: number; staffId: number },
): Promise<{ role: Role; staffRole: Role }> {
  const rows = await query(
    tx,
    UserRole,
    sql`select id, role from users
        where id in (${userId}, ${staffId}) and deleted_at is null order by id for update`,
  );
  const [user, staff] = [userId, staffId].map((id) => rows.find((row) => row.id === id));
  if (!staff || !isStaff(staff)) throw new AppError('forbidden');
  if (!user) throw new AppError('notFound');
  return { role: user.role, staffRole: staff.role };
}

/**
 * Return the id of the player's own photo with the given URL. Lock the photo, so that it is not deleted until the
 * transaction ends.
 */
export async function lockOwnPhotoByUrl(tx: Tx, userId: number, url: string): Promise<number | undefined> {
  return queryFirstValue(
    tx,
    column.integer,
    sql`select id from photos
        where user_id = ${userId} and file_key = substr(${url}::text, 8) and left(${url}::text, 7) = '/media/'
        for key share`,
  );
}

export type ProfileFields = Record<ProfileTextField, string | null> & {
  avatarUrl: string | null;
  statusMessage: string;
  age: number | null;
  sex: string | null;
  relationshipStatus: string | null;
};

/** Store the fields of a profile. */
export async function updateProfile(tx: Tx, userId: number, fields: ProfileFields): Promise<void> {
  const texts = PROFILE_TEXT_FIELD_NAMES.map((name) => sql`${identifier(name)} = ${fields[name]}`);
  await execute(
    tx,
    sql`update users set avatar_url = ${fields.avatarUrl}, status_message = ${fields.statusMessage},
          age = ${fields.age}, sex = ${fields.sex}, relationship_status = ${fields.relationshipStatus},
          ${join(texts)}
        where id = ${userId}`,
  );
}
