import Type from 'typebox';
import { column } from '../../platform/db/columns.ts';
import { type Db, sql } from '../../platform/db/db.ts';
import { INTERNAL, RANDOM_ID, SELF } from '../../platform/personal-data/declaration.ts';
import {
  type ExportSections,
  exportInBatches,
  queryInBatches,
} from '../../platform/personal-data/export-rows.ts';
import type { PersonalData } from '../../platform/site.ts';
import { fullText, MessageRow } from './presenters.ts';
import { erasePlayer } from './service.ts';

/** Return a player's lobby messages that have not been deleted or purged, and the player's reactions. */
export const exportSections = (db: Db, userId: number): ExportSections => ({
  'lobby-messages': messagesOf(db, userId),
  'lobby-reactions': exportInBatches(
    db,
    (afterId, limit) => sql`
      select id, message_id as "messageId", emoji, created_at as "createdAt" from chat_reactions
      where user_id = ${userId} and id > ${afterId} order by id limit ${limit}`,
  ),
});

const ExportedMessage = Type.Object({
  ...Type.Omit(MessageRow, ['links']).properties,
  username: column.text,
});

async function* messagesOf(db: Db, userId: number): AsyncGenerator<object> {
  const rows = queryInBatches(
    db,
    ExportedMessage,
    (afterId, limit) => sql`
      select m.id, m.type, m.text, m.created_at, m.reply_to_id, u.username
      from (
        select * from chat_messages where user_id = ${userId} and id > ${afterId} and deleted_at is null
        order by id limit ${limit}
      ) m
      join users u on u.id = m.user_id order by m.id`,
  );
  for await (const row of rows)
    yield {
      id: row.id,
      type: row.type,
      text: fullText(row, row.username),
      createdAt: row.created_at,
      replyToId: row.reply_to_id,
    };
}

const MESSAGE = {
  retained: 'messages by “Deleted player” stay for 30 days; texts that staff deleted are erased immediately',
};

export const personalData: PersonalData = {
  erase: erasePlayer,
  sections: exportSections,
  tables: {
    chat_messages: {
      retention: 'lobby',
      rows: (userId) => sql`user_id = ${userId}`,
      section: 'lobby-messages',
      columns: {
        id: [MESSAGE, true],
        type: [MESSAGE, true, 'unchanged'],
        user_id: [MESSAGE, SELF],
        text: [MESSAGE, true],
        has_links: [MESSAGE, INTERNAL],
        created_at: [MESSAGE, true],
        deleted_at: [MESSAGE, { omitted: 'messages that staff deleted are not shown to anyone' }],
        client_temp_id: [MESSAGE, INTERNAL, RANDOM_ID],
        reply_to_id: [MESSAGE, true],
      },
    },
    chat_reactions: {
      retention: 'lobby',
      rows: (userId) => sql`user_id = ${userId}`,
      section: 'lobby-reactions',
      columns: {
        id: ['erased', true],
        message_id: ['erased', true],
        user_id: ['erased', SELF],
        emoji: ['erased', true, 'unchanged'],
        created_at: ['erased', true],
      },
    },
    chat_reaction_counts: { notPersonal: 'numbers of reactions to messages' },
    chat_rules: { notPersonal: 'settings of the lobby' },
  },
};
