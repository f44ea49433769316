import type { LeaderboardEntry } from '@rivalhold/shared/contract/profiles.ts';
import { type DbOrTx, run, type Tx } from '../../platform/db/db.ts';
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

const SELECT = `
  select u.id, u.username, u.avatar_url, u.status_message, u.age, u.sex, u.relationship_status, u.location,
         u.created_at, ${CHARACTER_COLUMNS}
  from users u join characters c on c.user_id = u.id`;
const ONE = `${SELECT} where u.id = $1 and u.deleted_at is null`;
const PAGE = `${SELECT} where u.deleted_at is null and u.id < $1 order by u.id desc limit $2`;

export async function profileById(db: DbOrTx, id: number): Promise<ProfileRow | undefined> {
  const [row] = await run<ProfileRow>(db, ONE, [id]);
  return row;
}

/** Players with a lower id, the newest first. */
export async function profilePage(db: DbOrTx, beforeId: number, limit: number): Promise<ProfileRow[]> {
  return run<ProfileRow>(db, PAGE, [beforeId, limit]);
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
