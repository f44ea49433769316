import { MessageQuote, type MessageReaction } from '@rivalhold/shared/contract/dms.ts';
import { MessageRefusal } from '@rivalhold/shared/contract/safety.ts';
import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { REACTIONS } from '@rivalhold/shared/reactions.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import {
  type DbOrTx,
  literal,
  query,
  queryExists,
  queryFirst,
  queryFirstValue,
  queryValue,
  raw,
  sql,
  type Tx,
} from '../../platform/db/db.ts';
import { settledSql } from '../../platform/security/settled-accounts.ts';
import type { Site } from '../../platform/site.ts';
import { ATTACHMENTS_OF_MESSAGE, type AttachmentRow, AttachmentRows } from '../attachments/service.ts';
import { knownAsSql, notBlockedSql, notMutedSql } from '../blocks/service.ts';
import { isNewStrangerSql } from '../new-accounts/service.ts';
import {
  type NotificationContent,
  NotificationRow,
  notificationInsertSql,
  notificationRowSql,
} from '../notifications/service.ts';
import { isAcceptedSql, refusalSql } from '../safety/service.ts';

export const PartnerRow = Type.Object({
  id: column.integer,
  username: column.text,
  avatar_url: Nullable(column.text),
  deleted: column.boolean,
});
export type PartnerRow = Static<typeof PartnerRow>;
/** The sender or receiver of a message. `settled` is true if links in this player's messages are clickable. */
const PlayerRow = Type.Object({ ...PartnerRow.properties, settled: column.boolean });
export type PlayerRow = Static<typeof PlayerRow>;
const PLAYER = sql`u.id, u.username, u.avatar_url, u.deleted_at is not null as deleted`;
/**
 * SQL for the columns of another player `u`. `known` contains the name and avatar to show (see `knownAsSql`).
 */
export const PARTNER = sql`u.id, coalesce(known.name, ${PROFILE_TEXTS.deletedPlayer}) as username,
  known.avatar as avatar_url, u.deleted_at is not null as deleted`;
/** SQL for the message that a message `m` replies to, as JSON, or null. */
const QUOTE_OF_MESSAGE = sql`case when m.reply_to_id is not null then (
  select json_build_object('id', q.id, 'seq', q.seq, 'senderId', q.sender_id,
    'text', left(q.text, ${literal(LIMITS.quote)}), 'isUnavailable', q.deleted_at is not null,
    'attachmentKind', (select a.kind from attachments a where a.message_id = q.id order by a.position limit 1))
  from messages q where q.id = m.reply_to_id) end`;
/** SQL for the reactions to a message `m`, as a JSON array. */
export const REACTIONS_OF_MESSAGE = sql`case when m.reacted_at is null then '[]'::json else (
  select coalesce(json_agg(json_build_object('emoji', r.emoji, 'userIds', r.user_ids)
    order by array_position(${[...REACTIONS]}::text[], r.emoji)), '[]'::json)
  from (
    select emoji, json_agg(user_id order by id) as user_ids
    from message_reactions where message_id = m.id group by emoji
  ) r) end`;
export const MessageReactions = column.json<MessageReaction[]>();
const MessageRow = Type.Object({
  id: column.integer,
  seq: column.integer,
  sender_id: column.integer,
  text: column.text,
  client_temp_id: Nullable(column.text),
  created_at: column.date,
  deleted_at: Nullable(column.date),
  attachments: AttachmentRows,
  reply_to: Nullable(MessageQuote),
  reactions: MessageReactions,
});
export type MessageRow = Static<typeof MessageRow>;
const MESSAGE = sql`m.id, m.seq, m.sender_id, m.text, m.client_temp_id, m.created_at, m.deleted_at,
  ${ATTACHMENTS_OF_MESSAGE} as attachments, ${QUOTE_OF_MESSAGE} as reply_to, ${REACTIONS_OF_MESSAGE} as reactions`;

/**
 * Lock two players in order of id, and return them. Until the end of the transaction, no block between the two players
 * can be added, and their accounts cannot be changed. Other messages to these players can still be stored.
 */
export const lockPlayersStatement = (tx: Tx, one: number, other: number): Promise<PartnerRow[]> =>
  query(
    tx,
    PartnerRow,
    sql`select ${PLAYER} from users u where u.id in (${one}, ${other}) order by u.id for share`,
  );

/** Name of the unique index on a sender and `clientTempId`. */
export const CLIENT_TEMP_INDEX = 'messages_client_temp';

export type NewMessageRow = {
  senderId: number;
  receiverId: number;
  text: string;
  clientTempId: string | null;
  replyToId: number | null;
  at: Date;
};
const StoredMessage = Type.Object({
  id: column.integer,
  seq: column.integer,
  /** True if the message belongs to a message request to its receiver. */
  request: column.boolean,
  /** True if the receiver has muted the sender. */
  muted: column.boolean,
  /** True if the message is a reply that accepts a message request from its receiver. */
  accepted: column.boolean,
  notification: Nullable(NotificationRow),
  players: Type.Array(PlayerRow),
  /** The message to which this message replies. Null if no message in the conversation has the id `replyToId`. */
  replyTo: Nullable(MessageQuote),
  /** For each player, the number of the last message that the player has cleared. */
  cleared: Type.Array(Type.Object({ userId: column.integer, seq: column.integer })),
});

/**
 * Store a message between two locked players, and the receiver's notification. The first message creates the
 * conversation. Each message gets the next number of its conversation. The conversation stays locked until
 * the end of the transaction. The first message of a new account to a stranger is a message request, and a
 * reply accepts it. Return undefined if there is a block between the two players, or if
 * their settings do not allow the message.
 */
export async function insertMessage(
  tx: Tx,
  site: Site,
  { senderId, receiverId, text, clientTempId, replyToId, at }: NewMessageRow,
  content: NotificationContent,
): Promise<Static<typeof StoredMessage> | undefined> {
  return queryFirst(
    tx,
    StoredMessage,
    sql`
      with conversation as (
        insert into conversations as c (low_id, high_id, last_seq, created_at)
        select ${Math.min(senderId, receiverId)}::bigint, ${Math.max(senderId, receiverId)}::bigint, 1,
          ${at}::timestamptz
        where ${notBlockedSql(senderId, receiverId)} and ${isAcceptedSql(site, 'messages', senderId, receiverId)}
        on conflict (low_id, high_id) do update set last_seq = c.last_seq + 1
        returning c.id, c.last_seq as seq
      ), answered as (
        select is_request from conversation_members
        where user_id = ${senderId} and other_id = ${receiverId}
      ), members as (
        insert into conversation_members as m
          (user_id, other_id, conversation_id, last_seq, unread_count, listed_at, changed_at, is_request)
        select pair.user_id, pair.other_id, c.id, c.seq, pair.unread, ${at}::timestamptz, ${at}::timestamptz,
          pair.unread = 1 and c.seq = 1 and ${isNewStrangerSql(site, senderId, receiverId)}
        from conversation c, (values
          (${senderId}::bigint, ${receiverId}::bigint, 0), (${receiverId}, ${senderId}, 1)
        ) as pair (user_id, other_id, unread)
        order by pair.user_id
        on conflict (user_id, other_id) do update set last_seq = excluded.last_seq,
          unread_count = m.unread_count + excluded.unread_count, listed_at = excluded.listed_at,
          changed_at = excluded.changed_at, is_request = m.is_request and m.user_id <> ${senderId}
        returning m.user_id, m.is_request, m.cleared_seq
      ), stored as (
        insert into messages
          (conversation_id, seq, sender_id, receiver_id, text, client_temp_id, created_at, reply_to_id)
        select c.id, c.seq, ${senderId}, ${receiverId}, ${text}, ${clientTempId}, ${at},
          case when ${replyToId}::bigint is not null then
            (select r.id from messages r where r.id = ${replyToId}::bigint and r.conversation_id = c.id) end
        from conversation c
        returning id, seq, reply_to_id
      ), notified as (
        ${notificationInsertSql(site, content, receiverId, sql`exists (select 1 from stored)`)}
      )
      select m.id, m.seq, ${QUOTE_OF_MESSAGE} as "replyTo", ${notificationRowSql(sql`notified`)} as notification,
        (select json_agg(json_build_object('userId', user_id, 'seq', cleared_seq)) from members) as cleared,
        (select is_request from members where user_id = ${receiverId}) as request,
        coalesce((select is_request from answered), false) as accepted,
        not ${notMutedSql(receiverId, senderId)} as muted,
        (select json_agg(p) from (
           select ${PLAYER}, ${settledSql(site, sql`u`)} as settled from users u where u.id in (${senderId}, ${receiverId})) p) as players
      from stored m`,
  );
}

/** Return the attachments of a message. */
export const attachmentsOf = (db: DbOrTx, messageId: number): Promise<AttachmentRow[]> =>
  queryValue(
    db,
    AttachmentRows,
    sql`select ${ATTACHMENTS_OF_MESSAGE} from messages m where m.id = ${messageId}`,
  );

const MessageRowWithReceiver = Type.Object({ ...MessageRow.properties, receiver_id: column.integer });

/** Return the sender's message with the given `clientTempId`, including its `receiver_id`. */
export async function messageByTempId(
  db: DbOrTx,
  senderId: number,
  clientTempId: string,
): Promise<Static<typeof MessageRowWithReceiver> | undefined> {
  return queryFirst(
    db,
    MessageRowWithReceiver,
    sql`select ${MESSAGE}, m.receiver_id from messages m where m.sender_id = ${senderId}
        and m.client_temp_id = ${clientTempId}`,
  );
}

const RecipientState = Type.Object({ closed: column.boolean, muted: column.boolean });

/**
 * Report whether the receiver `otherId` exists, whether a block or a setting prevents messages from the sender `userId`
 * to the receiver, and whether the receiver has muted the sender.
 */
export async function findRecipient(
  db: DbOrTx,
  site: Site,
  userId: number,
  otherId: number,
): Promise<{ exists: boolean; closed: boolean; muted: boolean }> {
  const row = await queryFirst(
    db,
    RecipientState,
    sql`select not (${notBlockedSql(userId, sql`u.id`)} and ${isAcceptedSql(site, 'messages', userId, sql`u.id`)}) as closed,
       not ${notMutedSql(sql`u.id`, userId)} as muted
     from users u
     where u.id = ${otherId} and u.deleted_at is null`,
  );
  return { exists: row !== undefined, closed: row?.closed ?? false, muted: row?.muted ?? false };
}

const ConversationHead = Type.Object({
  ...PlayerRow.properties,
  viewer_name: column.text,
  viewer_avatar: Nullable(column.text),
  viewer_settled: column.boolean,
  request: column.boolean,
  open: column.boolean,
  /**
   * The reason why a setting of either player prevents messages from the viewer to the other player, or null.
   */
  refusal: Nullable(MessageRefusal),
  /** Null if the two players have never exchanged a message. */
  conversation_id: Nullable(column.integer),
  cleared_seq: column.integer,
  read_up_to: column.integer,
  /**
   * Ids of deleted messages, latest deletion first. The list can have one more id than the client receives, to show
   * that there are more.
   */
  deleted_ids: Type.Array(column.integer),
  /**
   * The messages whose reactions have changed, latest change first. As in `deleted_ids`, the list can have one more
   * message than the client receives.
   */
  reacted: Type.Array(Type.Object({ id: column.integer, reactions: MessageReactions })),
});
export type ConversationHead = Static<typeof ConversationHead>;

/**
 * Return a conversation without its messages, as `userId` sees it. Return undefined if the other player does not exist.
 */
export async function conversationHead(
  db: DbOrTx,
  site: Site,
  { userId, otherId, deletedSince }: { userId: number; otherId: number; deletedSince: Date | null },
): Promise<ConversationHead | undefined> {
  return queryFirst(
    db,
    ConversationHead,
    sql`
      select ${PARTNER}, v.username as viewer_name, v.avatar_url as viewer_avatar,
        ${settledSql(site, sql`u`)} as settled, ${settledSql(site, sql`v`)} as viewer_settled,
        coalesce(me.is_request, false) as request,
        ${notBlockedSql(userId, otherId)} and u.deleted_at is null as open,
        ${refusalSql(site, 'messages', userId, otherId)} as refusal, me.conversation_id,
        coalesce(me.cleared_seq, 0) as cleared_seq, coalesce(their.read_seq, 0) as read_up_to,
        (select coalesce(json_agg(d.id order by d.deleted_at desc), '[]') from (
           select m.id, m.deleted_at from messages m
           where m.conversation_id = me.conversation_id and m.deleted_at > ${deletedSince}::timestamptz
           order by m.deleted_at desc limit ${literal(LIMITS.dm.deletions + 1)}) d) as deleted_ids,
        (select coalesce(json_agg(json_build_object('id', d.id, 'reactions', d.reactions)), '[]') from (
           select m.id, ${REACTIONS_OF_MESSAGE} as reactions from messages m
           where m.conversation_id = me.conversation_id and m.reacted_at > ${deletedSince}::timestamptz
             and m.deleted_at is null and m.seq > me.cleared_seq
           order by m.reacted_at desc limit ${literal(LIMITS.dm.deletions + 1)}) d) as reacted
      from users u join users v on v.id = ${userId} cross join ${knownAsSql(userId, sql`u`)} known
        left join conversation_members me on me.user_id = ${userId} and me.other_id = ${otherId}
        left join conversation_members their on their.user_id = ${otherId} and their.other_id = ${userId}
      where u.id = ${otherId}`,
  );
}

/** Return messages with numbers above `after` and below `before`, in the given order. */
export const messagePage = (
  db: DbOrTx,
  order: 'asc' | 'desc',
  range: { conversationId: number; after: number; before: number; limit: number },
): Promise<MessageRow[]> =>
  query(
    db,
    MessageRow,
    sql`
      select ${MESSAGE} from messages m
      where m.conversation_id = ${range.conversationId} and m.seq > ${range.after}::bigint
        and m.seq < ${range.before}::bigint
      order by m.seq ${raw(order)} limit ${range.limit}`,
  );

/** Return the number of a player's unread messages. Messages of muted players do not count. */
export async function unreadCount(db: DbOrTx, userId: number): Promise<number> {
  return queryValue(
    db,
    column.integer,
    sql`select coalesce(sum(unread_count), 0)::integer as unread from conversation_members
     where user_id = ${userId} and unread_count > 0 and ${notMutedSql(sql`user_id`, sql`other_id`)}`,
  );
}

const ReadPosition = Type.Object({ up_to: column.integer, open: column.boolean });

/**
 * Mark a conversation as read. Return the last message's number within the conversation, and whether the other player
 * can see the read position. Return undefined if there is no conversation, or if it is already read.
 */
export async function markRead(
  tx: Tx,
  userId: number,
  otherId: number,
  at: Date,
): Promise<Static<typeof ReadPosition> | undefined> {
  return queryFirst(
    tx,
    ReadPosition,
    sql`update conversation_members set read_seq = last_seq, unread_count = 0, changed_at = ${at}
     where user_id = ${userId} and other_id = ${otherId} and (read_seq < last_seq or unread_count > 0)
     returning read_seq as up_to, ${notBlockedSql(sql`user_id`, sql`other_id`)} as open`,
  );
}

const ClearedPosition = Type.Object({ up_to: column.integer, changed: column.boolean });

/**
 * Clear a conversation for a player. Return the last cleared message's number within the conversation, and whether the
 * call changed anything. Return undefined if there is no conversation.
 */
export async function clearConversation(
  tx: Tx,
  userId: number,
  otherId: number,
  at: Date,
): Promise<Static<typeof ClearedPosition> | undefined> {
  return queryFirst(
    tx,
    ClearedPosition,
    sql`update conversation_members m set cleared_seq = m.last_seq, unread_count = 0, listed_at = null,
       changed_at = case when m.listed_at is null then m.changed_at else ${at} end
     from (select user_id, other_id, listed_at from conversation_members
           where user_id = ${userId} and other_id = ${otherId} for update) before
     where m.user_id = before.user_id and m.other_id = before.other_id
     returning m.cleared_seq as up_to, before.listed_at is not null as changed`,
  );
}

/** Turn a message request to a player into an ordinary conversation. Return false if it is not a request. */
export async function acceptRequest(tx: Tx, userId: number, otherId: number, at: Date): Promise<boolean> {
  return queryExists(
    tx,
    sql`update conversation_members set is_request = false, changed_at = ${at}
     where user_id = ${userId} and other_id = ${otherId} and is_request returning user_id`,
  );
}

/** Lock the conversation of a message that a player sent or received, and return the sender's id. */
export async function lockMessage(tx: Tx, userId: number, id: number): Promise<number | undefined> {
  return queryFirstValue(
    tx,
    column.integer,
    sql`select m.sender_id from messages m join conversations c on c.id = m.conversation_id
     where m.id = ${id} and ${userId} in (m.sender_id, m.receiver_id) for no key update of c`,
  );
}

const ReceiverUnread = Type.Object({ receiver_id: column.integer, unread_count: column.integer });

/**
 * Delete the content of a message in a locked conversation. Return the receiver and the receiver's unread
 * count, or undefined if the message was already deleted.
 */
export async function clearMessage(
  tx: Tx,
  id: number,
  at: Date,
): Promise<Static<typeof ReceiverUnread> | undefined> {
  return queryFirst(
    tx,
    ReceiverUnread,
    sql`with deleted as (
       update messages set text = '', deleted_at = ${at}, reacted_at = null where id = ${id} and deleted_at is null
       returning id, conversation_id, seq, sender_id, receiver_id
     ), reactions as (
       delete from message_reactions where message_id = (select id from deleted)
     ), members as (
       update conversation_members m set changed_at = ${at}, unread_count = m.unread_count - case
         when m.user_id = deleted.receiver_id and deleted.seq > greatest(m.read_seq, m.cleared_seq) then 1 else 0 end
       from deleted where m.conversation_id = deleted.conversation_id
       returning m.user_id, m.unread_count
     )
     select deleted.receiver_id, members.unread_count from deleted join members on members.user_id = deleted.receiver_id`,
  );
}
