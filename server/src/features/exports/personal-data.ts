import type { PersonalData } from '../../platform/site.ts';
import { erasePlayer } from './service.ts';

const ABOUT_ITSELF = { omitted: 'it is about the export itself' };

export const personalData: PersonalData = {
  erase: erasePlayer,
  storage: { 'exports/': ['erased', ABOUT_ITSELF] },
  tables: {
    data_exports: {
      rows: 'user_id = $1',
      columns: {
        id: ['erased', ABOUT_ITSELF],
        user_id: ['erased', ABOUT_ITSELF],
        state: ['erased', ABOUT_ITSELF],
        file_key: ['erased', ABOUT_ITSELF],
        bytes: ['erased', ABOUT_ITSELF],
        asked_at: ['erased', ABOUT_ITSELF],
        beat_at: ['erased', ABOUT_ITSELF],
        expires_at: ['erased', ABOUT_ITSELF],
      },
    },
  },
};
