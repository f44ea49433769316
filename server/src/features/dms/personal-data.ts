import { sql } from '../../platform/db/db.ts';
import { INTERNAL, SELF } from '../../platform/personal-data/declaration.ts';
import type { PersonalData } from '../../platform/site.ts';
import { exportSections } from './export-sections.ts';

const CONVERSATION = { kept: 'the other player keeps the conversation, with “Deleted player”' };

export const personalData: PersonalData = {
  sections: exportSections,
  tables: {
    conversations: {
      rows: (userId) => sql`${userId} in (low_id, high_id)`,
      columns: {
        id: [CONVERSATION, { as: 'messages.conversation' }],
        low_id: [CONVERSATION, { shownAs: 'messages.with' }],
        high_id: [CONVERSATION, { shownAs: 'messages.with' }],
        last_seq: [CONVERSATION, INTERNAL],
        created_at: [CONVERSATION, INTERNAL],
      },
    },
    conversation_members: {
      rows: (userId) => sql`user_id = ${userId}`,
      columns: {
        user_id: [CONVERSATION, SELF],
        other_id: [CONVERSATION, { shownAs: 'messages.with' }],
        conversation_id: [CONVERSATION, { as: 'messages.conversation' }],
        last_seq: [CONVERSATION, INTERNAL],
        unread_count: [CONVERSATION, INTERNAL],
        read_seq: [CONVERSATION, INTERNAL],
        cleared_seq: [CONVERSATION, INTERNAL],
        listed_at: [CONVERSATION, INTERNAL],
        changed_at: [CONVERSATION, INTERNAL],
      },
    },
    messages: {
      rows: (userId) => sql`sender_id = ${userId}`,
      section: 'messages',
      columns: {
        id: [CONVERSATION, INTERNAL],
        conversation_id: [CONVERSATION, { as: 'messages.conversation' }],
        seq: [CONVERSATION, true],
        sender_id: [CONVERSATION, { shownAs: 'messages.sent' }],
        receiver_id: [CONVERSATION, { shownAs: 'messages.with' }],
        text: [CONVERSATION, true],
        client_temp_id: [CONVERSATION, INTERNAL],
        created_at: [CONVERSATION, true],
        deleted_at: [CONVERSATION, { omitted: 'deleted messages are empty' }],
      },
    },
  },
};
