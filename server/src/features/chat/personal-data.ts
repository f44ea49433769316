import { type Db, sql } from '../../platform/db/db.ts';
import { INTERNAL, RANDOM_ID, SELF } from '../../platform/personal-data/declaration.ts';
import { type ExportSections, readInBatches } from '../../platform/personal-data/export-rows.ts';
import type { PersonalData } from '../../platform/site.ts';
import { fullText, type MessageRow } from './presenters.ts';
import { erasePlayer } from './service.ts';

/** Return a player's lobby messages that have not been deleted or purged, and the player's reactions. */
export const exportSections = (db: Db, userId: number): ExportSections => ({
  'lobby-lines': messagesOf(db, userId),
  'lobby-reactions': readInBatches(
    db,
    (afterId, limit) => sql`
      select id, message_id as "messageId", emoji, created_at as "createdAt" from chat_reactions
      where user_id = ${userId} and id > ${afterId} order by id limit ${limit}`,
  ),
});

async function* messagesOf(db: Db, userId: number): AsyncGenerator<object> {
  const rows = readInBatches<Omit<MessageRow, 'links'> & { username: string }>(
    db,
    (afterId, limit) => sql`
      select l.id, l.type, l.text, l.created_at, l.reply_to_id, u.username
      from (
        select * from chat_messages where user_id = ${userId} and id > ${afterId} and deleted_at is null
        order by id limit ${limit}
      ) l
      join users u on u.id = l.user_id order by l.id`,
  );
  for await (const row of rows)
    yield {
      ...{ id: row.id, type: row.type, text: fullText(row, row.username) },
      ...{ createdAt: row.created_at, replyToId: row.reply_to_id },
    };
}

const LINE = {
  retained: 'messages by “Deleted player” stay for 30 days; texts that staff deleted are erased immediately',
};

export const personalData: PersonalData = {
  erase: erasePlayer,
  sections: exportSections,
  tables: {
    chat_messages: {
      retention: 'lobby',
      rows: (userId) => sql`user_id = ${userId}`,
      section: 'lobby-lines',
      columns: {
        id: [LINE, true],
        type: [LINE, true, 'unchanged'],
        user_id: [LINE, SELF],
        text: [LINE, true],
        has_links: [LINE, INTERNAL],
        created_at: [LINE, true],
        deleted_at: [LINE, { omitted: 'messages that staff deleted are not shown to anyone' }],
        client_temp_id: [LINE, INTERNAL, RANDOM_ID],
        reply_to_id: [LINE, true],
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
