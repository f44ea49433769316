import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import { type DbOrTx, query, type Sql, sql } from '../../platform/db/db.ts';
import type { TimeCursor } from '../../platform/http/cursor.ts';
import { ATTACHMENTS_OF_MESSAGE, AttachmentRows } from '../attachments/service.ts';
import { knownAsSql, notMutedSql } from '../blocks/service.ts';
import { PARTNER, PartnerRow } from './queries.ts';

/** A conversation in a player's list of conversations. `id` is the other player's id. */
const ConversationRow = Type.Object({
  ...PartnerRow.properties,
  conversation_id: column.integer,
  listed_at: column.date,
  unread_count: column.integer,
  request: column.boolean,
  muted: column.boolean,
  last_seq: column.integer,
  cleared_seq: column.integer,
  text: Nullable(column.text),
  sender_id: Nullable(column.integer),
  attachments: AttachmentRows,
});
export type ConversationRow = Static<typeof ConversationRow>;

/**
 * SQL that selects a player's conversations. `members` is a condition on the player's rows in `conversation_members`,
 * optionally followed by `order by` and `limit`. `order` is the order of the result.
 */
const conversationsSql = (userId: number, members: Sql, order: Sql): Sql => sql`
  select ${PARTNER}, me.conversation_id, coalesce(me.listed_at, me.changed_at) as listed_at,
    not ${notMutedSql(userId, sql`me.other_id`)} as muted, me.unread_count,
    me.last_seq, me.cleared_seq, me.is_request as request, m.text, m.sender_id,
    ${ATTACHMENTS_OF_MESSAGE} as attachments
  from (select * from conversation_members where user_id = ${userId} and ${members}) me
    join users u on u.id = me.other_id cross join ${knownAsSql(userId, sql`u`)} known
    left join messages m on m.conversation_id = me.conversation_id and m.seq = me.last_seq and m.seq > me.cleared_seq
  order by ${order}`;
const LATEST_FIRST = sql`listed_at desc, conversation_id desc`;

/** Return a page of conversations, the latest first. */
export const conversationPage = (
  db: DbOrTx,
  userId: number,
  before: TimeCursor,
  limit: number,
): Promise<ConversationRow[]> => {
  const members = sql`
    listed_at is not null and (listed_at, conversation_id) < (${before.time}::timestamptz, ${before.id}::bigint)
    order by ${LATEST_FIRST} limit ${limit}`;
  return query(db, ConversationRow, conversationsSql(userId, members, LATEST_FIRST));
};

/**
 * Return the conversations that have changed since a given time, most recently changed first. Cleared
 * conversations are included.
 */
export const listChangedConversations = (
  db: DbOrTx,
  userId: number,
  since: Date,
  limit: number,
): Promise<ConversationRow[]> => {
  const members = sql`changed_at > ${since} order by changed_at desc limit ${limit}`;
  return query(db, ConversationRow, conversationsSql(userId, members, sql`me.changed_at desc`));
};
