import type { Db } from '../../platform/db/db.ts';
import {
  bitByBit,
  filesIn,
  likesIn,
  type Taken,
  type TakenFile,
} from '../../platform/personal-data/export-rows.ts';

/** A player's clips that there still are, and which they liked. */
export const exportOf = (db: Db, userId: number): Taken => ({
  clips: bitByBit(
    db,
    `select id, kind, caption, likes_count as likes, views_count as views, created_at as "createdAt",
            expires_at as "expiresAt"
     from clips where user_id = $1 and id > $2 order by id limit $3`,
    userId,
  ),
  'clip-likes': likesIn(db, 'clip_likes', 'clip_id', userId),
});

const FILES = `
  select id, file_key from clips where user_id = $1 and id > $2 order by id limit $3`;

/** The pictures and videos themselves. */
export const filesOf = (db: Db, userId: number): AsyncGenerator<TakenFile> =>
  filesIn('clips', db, FILES, userId);
