import { sql } from '../../platform/db/db.ts';
import { ITS_FILE, SELF } from '../../platform/personal-data/declaration.ts';
import type { PersonalData } from '../../platform/site.ts';
import { exportFiles, exportSections } from './export-sections.ts';
import { erasePlayer } from './service.ts';

export const personalData: PersonalData = {
  erase: erasePlayer,
  sections: exportSections,
  files: exportFiles,
  storage: { 'photos/': ['erased', true] },
  tables: {
    photos: {
      rows: (userId) => sql`user_id = ${userId}`,
      section: 'photos',
      columns: {
        id: ['erased', true],
        user_id: ['erased', SELF],
        file_key: ['erased', ITS_FILE],
        thumb_key: ['erased', ITS_FILE],
        width: ['erased', true],
        height: ['erased', true],
        caption: ['erased', true],
        likes_count: ['erased', { as: 'photos.likes' }],
        created_at: ['erased', true],
      },
    },
    photo_likes: {
      rows: (userId) => sql`user_id = ${userId}`,
      section: 'photo-likes',
      columns: {
        photo_id: ['erased', { as: 'photo-likes.id' }],
        user_id: ['erased', SELF],
        created_at: ['erased', true],
      },
    },
  },
};
