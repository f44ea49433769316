import { type Db, sql } from '../../platform/db/db.ts';
import { ALL_ROWS, EXPORTED_AS_FILE, SELF } from '../../platform/personal-data/declaration.ts';
import {
  type ExportFile,
  type ExportSections,
  exportFilesIn,
  exportInBatches,
  exportLikes,
} from '../../platform/personal-data/export-rows.ts';
import type { PersonalData } from '../../platform/site.ts';
import { erasePlayer, purgeFiles } from './service.ts';

/** Return a player's photos, and the player's likes of photos. */
export const exportSections = (db: Db, userId: number): ExportSections => ({
  photos: exportInBatches(
    db,
    (afterId, limit) => sql`select id, caption, width, height, like_count as likes, created_at as "createdAt"
     from photos where user_id = ${userId} and id > ${afterId} order by id limit ${limit}`,
  ),
  'photo-likes': exportLikes(db, 'photo_likes', 'photo_id', userId),
});

/** Return the files of a player's photos, each in its largest size. */
const exportFiles = (db: Db, userId: number): AsyncGenerator<ExportFile> =>
  exportFilesIn(
    'photos',
    db,
    (afterId, limit) =>
      sql`select id, file_key from photos where user_id = ${userId} and id > ${afterId} order by id limit ${limit}`,
  );

export const personalData: PersonalData = {
  erase: erasePlayer,
  sections: exportSections,
  files: exportFiles,
  purgeFiles,
  storage: { 'photos/': ['erased', true] },
  tables: {
    photos: {
      retention: 'account',
      rows: (userId) => sql`user_id = ${userId}`,
      notInCopy: ALL_ROWS,
      section: 'photos',
      columns: {
        id: ['erased', true],
        user_id: ['erased', SELF],
        file_key: ['erased', EXPORTED_AS_FILE],
        thumb_key: ['erased', EXPORTED_AS_FILE],
        width: ['erased', true],
        height: ['erased', true],
        caption: ['erased', true],
        like_count: ['erased', { as: 'photos.likes' }],
        created_at: ['erased', true],
      },
    },
    photo_likes: {
      retention: 'account',
      rows: (userId) => sql`user_id = ${userId}`,
      notInCopy: ALL_ROWS,
      section: 'photo-likes',
      columns: {
        photo_id: ['erased', { as: 'photo-likes.id' }],
        user_id: ['erased', SELF],
        created_at: ['erased', true],
      },
    },
  },
};
