import { sql } from '../../platform/db/db.ts';
import type { PersonalData } from '../../platform/site.ts';
import { erasePlayer } from './service.ts';

const ABOUT_ITSELF = { omitted: 'it is about the export itself' };

export const personalData: PersonalData = {
  erase: erasePlayer,
  storage: { 'exports/': ['erased', ABOUT_ITSELF] },
  tables: {
    data_exports: {
      rows: (userId) => sql`user_id = ${userId}`,
      columns: {
        id: ['erased', ABOUT_ITSELF],
        user_id: ['erased', ABOUT_ITSELF],
        state: ['erased', ABOUT_ITSELF],
        file_key: ['erased', ABOUT_ITSELF],
        bytes: ['erased', ABOUT_ITSELF],
        requested_at: ['erased', ABOUT_ITSELF],
        heartbeat_at: ['erased', ABOUT_ITSELF],
        expires_at: ['erased', ABOUT_ITSELF],
      },
    },
  },
};
