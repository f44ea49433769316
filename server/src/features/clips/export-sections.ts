import { type Db, sql } from '../../platform/db/db.ts';
import {
  type ExportFile,
  type ExportSections,
  exportFilesIn,
  exportLikes,
  readInBatches,
} from '../../platform/personal-data/export-rows.ts';

/** A player's clips that there still are, and which they liked. */
export const exportSections = (db: Db, userId: number): ExportSections => ({
  clips: readInBatches(
    db,
    (afterId, limit) => sql`
      select id, kind, caption, likes_count as likes, views_count as views, created_at as "createdAt",
             expires_at as "expiresAt"
      from clips where user_id = ${userId} and id > ${afterId} order by id limit ${limit}`,
  ),
  'clip-likes': exportLikes(db, 'clip_likes', 'clip_id', userId),
});

/** The pictures and videos themselves. */
export const exportFiles = (db: Db, userId: number): AsyncGenerator<ExportFile> =>
  exportFilesIn(
    'clips',
    db,
    (afterId, limit) => sql`
      select id, file_key from clips where user_id = ${userId} and id > ${afterId} order by id limit ${limit}`,
  );
