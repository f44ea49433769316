import { type Db, type Sql, sql } from '../../platform/db/db.ts';
import { type ExportSections, readInBatches } from '../../platform/personal-data/export-rows.ts';

type Conversation = { id: number; username: string; cleared: number };
type Message = { id: number; from: number; text: string; createdAt: Date; attachments: object[] };

const conversationsOf =
  (userId: number) =>
  (afterId: number, limit: number): Sql =>
    sql`
  select me.conversation_id as id, u.username, me.cleared_seq as cleared
  from conversation_members me join users u on u.id = me.other_id
  where me.user_id = ${userId} and me.conversation_id > ${afterId} order by me.conversation_id limit ${limit}`;
const messagesIn =
  (conversationId: number) =>
  (afterSeq: number, limit: number): Sql =>
    sql`
  select m.seq as id, m.sender_id as "from", m.text, m.created_at as "createdAt",
    (select coalesce(json_agg(json_build_object('id', a.id, 'kind', a.kind) order by a.position), '[]')
     from attachments a where a.message_id = m.id) as attachments
  from messages m
  where m.conversation_id = ${conversationId} and m.seq > ${afterSeq} and m.deleted_at is null
  order by m.seq limit ${limit}`;

/** Every message of a player's conversations but those they have cleared, by its place in the conversation. */
async function* messagesOf(db: Db, userId: number): AsyncGenerator<object> {
  for await (const { id: conversation, username, cleared } of readInBatches<Conversation>(
    db,
    conversationsOf(userId),
  )) {
    for await (const { id: seq, from, ...message } of readInBatches<Message>(db, messagesIn(conversation)))
      if (seq > cleared) yield { with: username, conversation, seq, sent: from === userId, ...message };
  }
}

export const exportSections = (db: Db, userId: number): ExportSections => ({
  messages: messagesOf(db, userId),
});
