import { sql } from '../../platform/db/db.ts';
import { INTERNAL, ITS_FILE, SELF } from '../../platform/personal-data/declaration.ts';
import type { PersonalData } from '../../platform/site.ts';
import { erasePlayer, exportFiles } from './erasure.ts';

const MESSAGE = { kept: 'the receiver keeps the message that it was sent with' };
const LINK = { omitted: 'it describes a file that is in the export, or content of another site' };

export const personalData: PersonalData = {
  erase: erasePlayer,
  files: exportFiles,
  storage: { 'attachments/': ['erased', true] },
  tables: {
    attachments: {
      rows: (userId) => sql`owner_id = ${userId}`,
      columns: {
        id: [MESSAGE, { shownAs: 'messages.attachments' }],
        owner_id: [MESSAGE, SELF],
        receiver_id: [MESSAGE, { omitted: 'the message is in the export' }],
        message_id: [MESSAGE, { omitted: 'the message is in the export' }],
        position: [MESSAGE, { omitted: 'the message is in the export' }],
        kind: [MESSAGE, { shownAs: 'messages.attachments' }],
        file_key: ['erased', ITS_FILE],
        thumb_key: ['erased', ITS_FILE],
        bytes: ['erased', ITS_FILE],
        url: [MESSAGE, LINK],
        provider: [MESSAGE, LINK],
        provider_id: [MESSAGE, LINK],
        mime: [MESSAGE, LINK],
        duration_ms: [MESSAGE, LINK],
        width: [MESSAGE, LINK],
        height: [MESSAGE, LINK],
        temporary: [MESSAGE, INTERNAL],
        expires_at: [MESSAGE, INTERNAL],
        created_at: [MESSAGE, { omitted: 'the message is in the export' }],
      },
    },
  },
};
