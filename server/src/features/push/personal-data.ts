import { sql } from '../../platform/db/db.ts';
import { INTERNAL, SELF } from '../../platform/personal-data/declaration.ts';
import type { PersonalData } from '../../platform/site.ts';
import { erasePlayer, exportSections } from './erasure.ts';

export const personalData: PersonalData = {
  erase: erasePlayer,
  sections: exportSections,
  tables: {
    push_subscriptions: {
      rows: (userId) => sql`user_id = ${userId}`,
      section: 'push-devices',
      columns: {
        id: ['erased', INTERNAL],
        user_id: ['erased', SELF],
        session_id: ['erased', { shownAs: 'push-devices.device' }],
        endpoint: ['erased', { secret: 'it allows to send to the device' }],
        p256dh: ['erased', { secret: 'it allows to send to the device' }],
        auth: ['erased', { secret: 'it allows to send to the device' }],
        created_at: ['erased', true],
        last_sent_at: ['erased', true],
        expired_at: ['erased', INTERNAL],
      },
    },
    push_settings: {
      rows: (userId) => sql`user_id = ${userId}`,
      section: 'push-settings',
      columns: {
        user_id: ['erased', SELF],
        message: ['erased', true],
        fight: ['erased', true],
        friend_request: ['erased', true],
        quiet_from: ['erased', true],
        quiet_to: ['erased', true],
        time_zone: ['erased', true],
      },
    },
  },
};
