import { type Db, sql } from '../../platform/db/db.ts';
import { ALL_ROWS, EXPORTED_AS_FILE, INTERNAL, SELF } from '../../platform/personal-data/declaration.ts';
import {
  type ExportFile,
  type ExportSections,
  exportFilesIn,
  exportInBatches,
  exportLikes,
} from '../../platform/personal-data/export-rows.ts';
import type { PersonalData } from '../../platform/site.ts';
import { erasePlayer, purgeFiles } from './service.ts';

/** Return a player's clips that are not deleted yet, and the player's own likes and views of clips. */
export const exportSections = (db: Db, userId: number): ExportSections => ({
  clips: exportInBatches(
    db,
    (afterId, limit) => sql`
      select id, kind, caption, like_count as likes, view_count as views, created_at as "createdAt",
             expires_at as "expiresAt"
      from clips where user_id = ${userId} and id > ${afterId} order by id limit ${limit}`,
  ),
  'clip-likes': exportLikes(db, 'clip_likes', 'clip_id', userId),
  'clip-views': exportLikes(db, 'clip_views', 'clip_id', userId),
});

/** Return the pictures and videos of a player's clips. */
const exportFiles = (db: Db, userId: number): AsyncGenerator<ExportFile> =>
  exportFilesIn(
    'clips',
    db,
    (afterId, limit) => sql`
      select id, file_key from clips where user_id = ${userId} and id > ${afterId} order by id limit ${limit}`,
  );

const NOTICE = { omitted: 'it only prevents a repeated notification to the owner of the clip' };
const VIEW = { retained: 'views are deleted with their clip, after a day' };

export const personalData: PersonalData = {
  erase: erasePlayer,
  sections: exportSections,
  files: exportFiles,
  purgeFiles,
  storage: { 'clips/': ['erased', true] },
  tables: {
    clips: {
      retention: 'clips',
      rows: (userId) => sql`user_id = ${userId}`,
      notInCopy: ALL_ROWS,
      section: 'clips',
      columns: {
        id: ['erased', true],
        user_id: ['erased', SELF],
        kind: ['erased', true],
        file_key: ['erased', EXPORTED_AS_FILE],
        thumb_key: ['erased', EXPORTED_AS_FILE],
        mime: ['erased', EXPORTED_AS_FILE],
        width: ['erased', EXPORTED_AS_FILE],
        height: ['erased', EXPORTED_AS_FILE],
        duration_ms: ['erased', EXPORTED_AS_FILE],
        caption: ['erased', true],
        like_count: ['erased', { as: 'clips.likes' }],
        view_count: ['erased', { as: 'clips.views' }],
        is_latest: ['erased', INTERNAL],
        created_at: ['erased', true],
        expires_at: ['erased', true],
      },
    },
    clip_likes: {
      retention: 'clips',
      rows: (userId) => sql`user_id = ${userId}`,
      notInCopy: ALL_ROWS,
      section: 'clip-likes',
      columns: {
        clip_id: ['erased', { as: 'clip-likes.id' }],
        user_id: ['erased', SELF],
        created_at: ['erased', true],
      },
    },
    clip_like_notifications: {
      retention: 'clips',
      rows: (userId) => sql`user_id = ${userId}`,
      notInCopy: ALL_ROWS,
      columns: {
        clip_id: ['erased', NOTICE],
        user_id: ['erased', NOTICE],
      },
    },
    clip_views: {
      retention: 'clips',
      rows: (userId) => sql`user_id = ${userId}`,
      notInCopy: ALL_ROWS,
      section: 'clip-views',
      columns: {
        clip_id: [VIEW, { as: 'clip-views.id' }],
        user_id: [VIEW, SELF],
        created_at: [VIEW, true],
      },
    },
  },
};
