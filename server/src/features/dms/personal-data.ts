import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import Type from 'typebox';
import { column } from '../../platform/db/columns.ts';
import { type Db, type Sql, sql } from '../../platform/db/db.ts';
import { INTERNAL, RANDOM_ID, SELF } from '../../platform/personal-data/declaration.ts';
import {
  type ExportSections,
  exportInBatches,
  queryInBatches,
} from '../../platform/personal-data/export-rows.ts';
import type { PersonalData } from '../../platform/site.ts';
import { knownNameSql } from '../blocks/service.ts';
import { eraseReactions } from './reactions.ts';

const Conversation = Type.Object({
  id: column.integer,
  username: Nullable(column.text),
  cleared: column.integer,
});
/** The columns of a message that the export renames or replaces. */
const Message = Type.Object({ id: column.integer, from: column.integer });

const conversationsOf =
  (userId: number) =>
  (afterId: number, limit: number): Sql =>
    sql`
  select me.conversation_id as id, ${knownNameSql(userId, sql`u`)} as username, me.cleared_seq as cleared
  from conversation_members me join users u on u.id = me.other_id
  where me.user_id = ${userId} and me.conversation_id > ${afterId} order by me.conversation_id limit ${limit}`;
const messagesIn =
  (conversationId: number) =>
  (afterSeq: number, limit: number): Sql =>
    sql`
  select m.seq as id, m.sender_id as "from", m.text, m.created_at as "createdAt",
    (select q.seq from messages q where q.id = m.reply_to_id) as "replyTo",
    (select coalesce(json_agg(json_build_object('id', a.id, 'kind', a.kind, 'url', a.url) order by a.position), '[]')
     from attachments a where a.message_id = m.id) as attachments
  from messages m
  where m.conversation_id = ${conversationId} and m.seq > ${afterSeq} and m.deleted_at is null
  order by m.seq limit ${limit}`;

/** Return the messages of a player's conversations in order, without messages that are deleted or cleared. */
async function* messagesOf(db: Db, userId: number): AsyncGenerator<object> {
  for await (const { id: conversation, username, cleared } of queryInBatches(
    db,
    Conversation,
    conversationsOf(userId),
  )) {
    for await (const { id: seq, from, ...message } of queryInBatches(db, Message, messagesIn(conversation)))
      if (seq > cleared) yield { with: username, conversation, seq, sent: from === userId, ...message };
  }
}

const exportSections = (db: Db, userId: number): ExportSections => ({
  messages: messagesOf(db, userId),
  'message-reactions': exportInBatches(
    db,
    (afterId, limit) => sql`
      select r.id, m.conversation_id as conversation, m.seq, r.emoji, r.created_at as "createdAt"
      from message_reactions r join messages m on m.id = r.message_id
      where r.user_id = ${userId} and r.id > ${afterId} order by r.id limit ${limit}`,
  ),
});

const CONVERSATION = { retained: 'the other player keeps the conversation, with “Deleted player”' };

export const personalData: PersonalData = {
  erase: eraseReactions,
  sections: exportSections,
  tables: {
    conversations: {
      retention: 'content',
      rows: (userId) => sql`${userId} in (low_id, high_id)`,
      columns: {
        id: [CONVERSATION, { as: 'messages.conversation' }],
        low_id: [CONVERSATION, { exportedAs: 'messages.with' }],
        high_id: [CONVERSATION, { exportedAs: 'messages.with' }],
        last_seq: [CONVERSATION, INTERNAL],
        created_at: [CONVERSATION, INTERNAL],
      },
    },
    conversation_members: {
      retention: 'content',
      rows: (userId) => sql`user_id = ${userId}`,
      columns: {
        user_id: [CONVERSATION, SELF],
        other_id: [CONVERSATION, { exportedAs: 'messages.with' }],
        conversation_id: [CONVERSATION, { as: 'messages.conversation' }],
        last_seq: [CONVERSATION, INTERNAL],
        unread_count: [CONVERSATION, INTERNAL],
        read_seq: [CONVERSATION, INTERNAL],
        cleared_seq: [CONVERSATION, INTERNAL],
        listed_at: [CONVERSATION, INTERNAL],
        changed_at: [CONVERSATION, INTERNAL],
        is_request: [CONVERSATION, INTERNAL],
      },
    },
    messages: {
      retention: 'content',
      rows: (userId) => sql`sender_id = ${userId}`,
      section: 'messages',
      columns: {
        id: [CONVERSATION, INTERNAL],
        conversation_id: [CONVERSATION, { as: 'messages.conversation' }],
        seq: [CONVERSATION, true],
        sender_id: [CONVERSATION, { exportedAs: 'messages.sent' }],
        receiver_id: [CONVERSATION, { exportedAs: 'messages.with' }],
        text: [CONVERSATION, true],
        client_temp_id: [CONVERSATION, INTERNAL, RANDOM_ID],
        created_at: [CONVERSATION, true],
        deleted_at: [CONVERSATION, { omitted: 'deleted messages are empty' }],
        reply_to_id: [CONVERSATION, { exportedAs: 'messages.replyTo' }],
        reacted_at: [CONVERSATION, INTERNAL],
      },
    },
    message_reactions: {
      retention: 'account',
      rows: (userId) => sql`user_id = ${userId}`,
      section: 'message-reactions',
      columns: {
        id: ['erased', true],
        message_id: ['erased', { exportedAs: 'message-reactions.seq' }],
        user_id: ['erased', SELF],
        emoji: ['erased', true, 'unchanged'],
        created_at: ['erased', true],
      },
    },
  },
};
