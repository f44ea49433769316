import type { Db } from '../../platform/db/db.ts';
import {
  bitByBit,
  filesIn,
  likesIn,
  type Taken,
  type TakenFile,
} from '../../platform/personal-data/export-rows.ts';

/** A player's photos, and which they liked. */
export const exportOf = (db: Db, userId: number): Taken => ({
  photos: bitByBit(
    db,
    `select id, caption, width, height, likes_count as likes, created_at as "createdAt"
     from photos where user_id = $1 and id > $2 order by id limit $3`,
    userId,
  ),
  'photo-likes': likesIn(db, 'photo_likes', 'photo_id', userId),
});

const FILES = `
  select id, file_key from photos where user_id = $1 and id > $2 order by id limit $3`;

/** The pictures themselves, each in its largest size. */
export const filesOf = (db: Db, userId: number): AsyncGenerator<TakenFile> =>
  filesIn('photos', db, FILES, userId);
