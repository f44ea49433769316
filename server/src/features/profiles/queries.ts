import type { LeaderboardEntry } from '@rivalhold/shared/contract/profiles.ts';
import { type DbOrTx, run, runExists, runFirst, runFirstValue, type Tx } from '../../platform/db/db.ts';
import { notBlockedSql } from '../blocks/service.ts';
import { CHARACTER_COLUMNS, type CharacterRow } from '../game/service.ts';

export type ProfileRow = CharacterRow & {
  id: number;
  username: string;
  avatar_url: string | null;
  status_message: string;
  age: number | null;
  sex: string | null;
  relationship_status: string | null;
  location: string | null;
  created_at: Date;
};

/** Everything of a profile, of users `u` and characters `c`. */
export const PROFILE_SELECT = `
  select u.id, u.username, u.avatar_url, u.status_message, u.age, u.sex, u.relationship_status, u.location,
         u.created_at, ${CHARACTER_COLUMNS}
  from users u join characters c on c.user_id = u.id`;
const VISIBLE = `u.deleted_at is null and ${notBlockedSql('$2', 'u.id')}`;
const PROFILE_BY_ID = `${PROFILE_SELECT} where u.id = $1 and ${VISIBLE}`;
const PROFILE_BY_NAME = `${PROFILE_SELECT} where lower(u.username) = lower($1) and ${VISIBLE}`;

export async function profileById(db: DbOrTx, id: number, viewerId: number): Promise<ProfileRow | undefined> {
  return runFirst<ProfileRow>(db, PROFILE_BY_ID, [id, viewerId]);
}

export async function profileByName(
  db: DbOrTx,
  username: string,
  viewerId: number,
): Promise<ProfileRow | undefined> {
  return runFirst<ProfileRow>(db, PROFILE_BY_NAME, [username, viewerId]);
}

export async function profileExists(db: DbOrTx, id: number): Promise<boolean> {
  return runExists(db, 'select 1 from users where id = $1 and deleted_at is null', [id]);
}

/** Answers whether there is such a player. */
export async function setStatus(tx: Tx, userId: number, statusMessage: string): Promise<boolean> {
  return runExists(
    tx,
    'update users set status_message = $2 where id = $1 and deleted_at is null returning id',
    [userId, statusMessage],
  );
}

/** Sets an avatar; answers the one before, or undefined when there is no such player. */
export async function swapAvatar(
  tx: Tx,
  userId: number,
  avatarUrl: string | null,
): Promise<{ old: string | null } | undefined> {
  return runFirst<{ old: string | null }>(
    tx,
    `update users u set avatar_url = $2
     from (select id, avatar_url as old from users where id = $1 and deleted_at is null for update) before
     where u.id = before.id returning before.old`,
    [userId, avatarUrl],
  );
}

/** The id of that of the player's own photos which has this address; it then stays until the transaction ends. */
export async function lockOwnPhotoByUrl(tx: Tx, userId: number, url: string): Promise<number | undefined> {
  return runFirstValue<number>(
    tx,
    "select id from photos where user_id = $1 and file_key = substr($2, 8) and left($2, 7) = '/media/' for key share",
    [userId, url],
  );
}

export async function leaders(db: DbOrTx, limit: number): Promise<LeaderboardEntry[]> {
  return run<LeaderboardEntry>(
    db,
    `select u.id, u.username, u.avatar_url as "avatarUrl", c.level, c.wins, c.losses
     from characters c join users u on u.id = c.user_id
     where u.deleted_at is null
     order by c.wins desc, c.level desc, c.user_id limit $1`,
    [limit],
  );
}

export type ProfileFields = {
  avatarUrl: string | null;
  statusMessage: string;
  age: number | null;
  sex: string | null;
  relationshipStatus: string | null;
  location: string | null;
};

export async function updateProfile(tx: Tx, userId: number, fields: ProfileFields): Promise<void> {
  await run(
    tx,
    `update users set avatar_url = $2, status_message = $3, age = $4, sex = $5, relationship_status = $6, location = $7
     where id = $1`,
    [
      userId,
      fields.avatarUrl,
      fields.statusMessage,
      fields.age,
      fields.sex,
      fields.relationshipStatus,
      fields.location,
    ],
  );
}
