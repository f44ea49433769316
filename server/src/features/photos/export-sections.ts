import { type Db, sql } from '../../platform/db/db.ts';
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
    (afterId, limit) => sql`select id, caption, width, height, likes_count as likes, created_at as "createdAt"
     from photos where user_id = ${userId} and id > ${afterId} order by id limit ${limit}`,
  ),
  'photo-likes': exportLikes(db, 'photo_likes', 'photo_id', userId),
});

/** The pictures themselves, each in its largest size. */
export const exportFiles = (db: Db, userId: number): AsyncGenerator<ExportFile> =>
  exportFilesIn(
    'photos',
    db,
    (afterId, limit) =>
      sql`select id, file_key from photos where user_id = ${userId} and id > ${afterId} order by id limit ${limit}`,
  );
