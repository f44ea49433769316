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
      rows: 'user_id = $1',
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
      rows: 'user_id = $1',
      section: 'photo-likes',
      columns: {
        photo_id: ['erased', { as: 'photo-likes.id' }],
        user_id: ['erased', SELF],
        created_at: ['erased', true],
      },
    },
  },
};
