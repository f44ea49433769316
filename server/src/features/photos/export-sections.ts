import type { Db } from '../../platform/db/db.ts';
import {
  type ExportFile,
  type ExportSections,
  exportFilesIn,
  exportLikes,
  readInBatches,
} from '../../platform/personal-data/export-rows.ts';

/** A player's photos, and which they liked. */
export const exportSections = (db: Db, userId: number): ExportSections => ({
  photos: readInBatches(
    db,
    `select id, caption, width, height, likes_count as likes, created_at as "createdAt"
     from photos where user_id = $1 and id > $2 order by id limit $3`,
    userId,
  ),
  'photo-likes': exportLikes(db, 'photo_likes', 'photo_id', userId),
});

const FILES_SQL = `
  select id, file_key from photos where user_id = $1 and id > $2 order by id limit $3`;

/** The pictures themselves, each in its largest size. */
export const exportFiles = (db: Db, userId: number): AsyncGenerator<ExportFile> =>
  exportFilesIn('photos', db, FILES_SQL, userId);
