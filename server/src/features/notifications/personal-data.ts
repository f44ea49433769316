import { sql } from '../../platform/db/db.ts';
import { INTERNAL, SELF } from '../../platform/personal-data/declaration.ts';
import type { PersonalData } from '../../platform/site.ts';
import { erasePlayer, exportSections } from './erasure.ts';

export const personalData: PersonalData = {
  erase: erasePlayer,
  sections: exportSections,
  tables: {
    notifications: {
      rows: (userId) => sql`${userId} in (user_id, actor_id)`,
      section: 'notifications',
      columns: {
        id: ['erased', true],
        user_id: ['erased', SELF],
        type: ['erased', true],
        title: ['erased', true],
        text: ['erased', true],
        link: ['erased', true],
        actor_id: ['erased', { omitted: 'the text says who acted, and the link where' }],
        actor_ids: ['erased', { omitted: 'the text says who acted, and the link where' }],
        post_id: ['erased', { omitted: 'the text says who acted, and the link where' }],
        collapse_key: ['erased', INTERNAL],
        event_count: ['erased', INTERNAL],
        position: ['erased', INTERNAL],
        created_at: ['erased', true],
        read_at: ['erased', true],
      },
    },
  },
};
