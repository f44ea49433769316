import { LIMITS } from '@rivalhold/shared/limits.ts';
import { type DbOrTx, run, runFirst, runFirstValue, runValue, type Tx } from '../../platform/db/db.ts';
import { ATTACHMENTS_OF_MESSAGE } from '../attachments/service.ts';
import { notBlockedSql } from '../blocks/service.ts';
import { type NotificationRow, noticeText, notificationRowSql } from '../notifications/service.ts';

export type PartnerRow = { id: number; username: string; avatar_url: string | null; deleted: boolean };
export type MessageRow = {
  id: number;
  seq: number;
  sender_id: number;
  text: string;
  client_temp_id: string | null;
  created_at: Date;
  deleted_at: Date | null;
  attachments: unknown;
};
export const PARTNER = 'u.id, u.username, u.avatar_url, u.deleted_at is not null as deleted';
const MESSAGE = `m.id, m.seq, m.sender_id, m.text, m.client_temp_id, m.created_at, m.deleted_at,
  ${ATTACHMENTS_OF_MESSAGE} as attachments`;

const LOCK_PLAYERS = `select ${PARTNER} from users u where u.id in ($1, $2) order by u.id for share`;

/**
 * Two players in the order of their ids, so locked that they can be neither blocked nor changed meanwhile; others may
 * write to them at the same time.
 */
export const lockPlayersStatement = (tx: Tx, one: number, other: number): Promise<PartnerRow[]> =>
  run(tx, LOCK_PLAYERS, [one, other]);

/**
 * Store a message under the next number of its conversation, which begins with its first message and stays locked to the
 * end of the transaction, and notify the receiver. Stores nothing where one of the two has blocked the other.
 */
const INSERT = `
  with conversation as (
    insert into conversations as c (low_id, high_id, last_seq, created_at)
    select least($1::bigint, $2::bigint), greatest($1::bigint, $2::bigint), 1, $5::timestamptz
    where ${notBlockedSql('$1::bigint', '$2::bigint')}
    on conflict (low_id, high_id) do update set last_seq = c.last_seq + 1
    returning c.id, c.last_seq as seq
  ), members as (
    insert into conversation_members as m
      (user_id, other_id, conversation_id, last_seq, unread_count, listed_at, changed_at)
    select pair.user_id, pair.other_id, c.id, c.seq, pair.unread, $5, $5
    from conversation c, (values ($1, $2, 0), ($2, $1, 1)) as pair (user_id, other_id, unread)
    order by pair.user_id
    on conflict (user_id, other_id) do update set last_seq = excluded.last_seq,
      unread_count = m.unread_count + excluded.unread_count, listed_at = excluded.listed_at,
      changed_at = excluded.changed_at
  ), stored as (
    insert into messages (conversation_id, seq, sender_id, receiver_id, text, client_temp_id, created_at)
    select c.id, c.seq, $1, $2, $3, $4, $5 from conversation c
    returning id, seq
  ), told as (${noticeText(6, 'exists (select 1 from stored)')})
  select id, seq, ${notificationRowSql('told')} as told,
    (select json_agg(p) from (select ${PARTNER} from users u where u.id in ($1, $2)) p) as players
  from stored`;
/** Its index on the id that a sender gives a message. */
export const CLIENT_TEMP_INDEX = 'messages_client_temp';

export type NewMessageRow = {
  senderId: number;
  receiverId: number;
  text: string;
  clientTempId: string | null;
  at: Date;
};
type StoredMessage = { id: number; seq: number; told: NotificationRow | null; players: PartnerRow[] };

/**
 * Store a message once both players are locked; undefined where one of the two has blocked the other.
 * @param notice the values of the receiver's notification
 */
export async function insertMessage(
  tx: Tx,
  { senderId, receiverId, text, clientTempId, at }: NewMessageRow,
  notice: unknown[],
): Promise<StoredMessage | undefined> {
  return runFirst(tx, INSERT, [senderId, receiverId, text, clientTempId, at, ...notice]);
}

/** What goes with a message. */
export const attachmentsOf = (db: DbOrTx, messageId: number): Promise<unknown> =>
  runValue(db, `select ${ATTACHMENTS_OF_MESSAGE} from messages m where m.id = $1`, [messageId]);

/** A message by the id that its sender gave it, with who was to get it. */
export async function messageByTempId(
  db: DbOrTx,
  senderId: number,
  clientTempId: string,
): Promise<(MessageRow & { receiver_id: number }) | undefined> {
  return runFirst<MessageRow & { receiver_id: number }>(
    db,
    `select ${MESSAGE}, m.receiver_id from messages m where m.sender_id = $1 and m.client_temp_id = $2`,
    [senderId, clientTempId],
  );
}

/** Whether there is such a player, and whether a block stands between the two. */
export async function findRecipient(
  db: DbOrTx,
  userId: number,
  otherId: number,
): Promise<{ exists: boolean; blocked: boolean }> {
  const row = await runFirst<{ blocked: boolean }>(
    db,
    `select not ${notBlockedSql('$1::bigint', 'u.id')} as blocked from users u
     where u.id = $2 and u.deleted_at is null`,
    [userId, otherId],
  );
  return { exists: row !== undefined, blocked: row?.blocked ?? false };
}

export type ConversationHead = PartnerRow & {
  viewer_name: string;
  viewer_avatar: string | null;
  open: boolean;
  /** Null where the two have never written. */
  conversation_id: number | null;
  cleared_seq: number;
  read_up_to: number;
  /** The last deleted first; one more than are told where there are more. */
  deleted_ids: number[];
};
const HEAD = `
  select ${PARTNER}, v.username as viewer_name, v.avatar_url as viewer_avatar,
    ${notBlockedSql('$1::bigint', '$2::bigint')} and u.deleted_at is null as open, me.conversation_id,
    coalesce(me.cleared_seq, 0) as cleared_seq, coalesce(their.read_seq, 0) as read_up_to,
    (select coalesce(json_agg(d.id order by d.deleted_at desc), '[]') from (
       select m.id, m.deleted_at from messages m
       where m.conversation_id = me.conversation_id and m.deleted_at > $3::timestamptz
       order by m.deleted_at desc limit ${LIMITS.dm.deletions + 1}) d) as deleted_ids
  from users u join users v on v.id = $1
    left join conversation_members me on me.user_id = $1 and me.other_id = $2
    left join conversation_members their on their.user_id = $2 and their.other_id = $1
  where u.id = $2`;

/** A conversation without its messages, as `userId` sees it; undefined when there is no such player. */
export async function conversationHead(
  db: DbOrTx,
  { userId, otherId, deletedSince }: { userId: number; otherId: number; deletedSince: Date | null },
): Promise<ConversationHead | undefined> {
  return runFirst<ConversationHead>(db, HEAD, [userId, otherId, deletedSince]);
}

/** Messages numbered above `after` and below `before`, from that end which is given by `order`. */
const page = (order: 'asc' | 'desc'): string => `
  select ${MESSAGE} from messages m
  where m.conversation_id = $1 and m.seq > $2::bigint and m.seq < $3::bigint order by m.seq ${order} limit $4`;
const PAGES = { asc: page('asc'), desc: page('desc') };

export const messagePage = (
  db: DbOrTx,
  order: 'asc' | 'desc',
  range: { conversationId: number; after: number; before: number; limit: number },
): Promise<MessageRow[]> =>
  run(db, PAGES[order], [range.conversationId, range.after, range.before, range.limit]);

/** How many messages a player has not read. */
export async function unreadCount(db: DbOrTx, userId: number): Promise<number> {
  return runValue<number>(
    db,
    `select coalesce(sum(unread_count), 0)::integer as unread from conversation_members
     where user_id = $1 and unread_count > 0`,
    [userId],
  );
}

/** Answers up to where, if that is new, and whether the other may know. */
export async function markRead(
  tx: Tx,
  userId: number,
  otherId: number,
  at: Date,
): Promise<{ up_to: number; open: boolean } | undefined> {
  return runFirst<{ up_to: number; open: boolean }>(
    tx,
    `update conversation_members set read_seq = last_seq, unread_count = 0, changed_at = $3
     where user_id = $1 and other_id = $2 and (read_seq < last_seq or unread_count > 0)
     returning read_seq as up_to, ${notBlockedSql('user_id', 'other_id')} as open`,
    [userId, otherId, at],
  );
}

/** Answers up to where it is cleared, and whether that is new; undefined where the two have never written. */
export async function clearConversation(
  tx: Tx,
  userId: number,
  otherId: number,
  at: Date,
): Promise<{ up_to: number; changed: boolean } | undefined> {
  return runFirst<{ up_to: number; changed: boolean }>(
    tx,
    `update conversation_members m set cleared_seq = m.last_seq, unread_count = 0, listed_at = null,
       changed_at = case when m.listed_at is null then m.changed_at else $3 end
     from (select user_id, other_id, listed_at from conversation_members
           where user_id = $1 and other_id = $2 for update) before
     where m.user_id = before.user_id and m.other_id = before.other_id
     returning m.cleared_seq as up_to, before.listed_at is not null as changed`,
    [userId, otherId, at],
  );
}

/** Locks the conversation of a message that a player has sent or was sent; answers who has sent it. */
export async function lockMessage(tx: Tx, userId: number, id: number): Promise<number | undefined> {
  return runFirstValue<number>(
    tx,
    `select m.sender_id from messages m join conversations c on c.id = m.conversation_id
     where m.id = $1 and $2 in (m.sender_id, m.receiver_id) for no key update of c`,
    [id, userId],
  );
}

/** Empties a message that its conversation's lock is held for; answers whose it was and what is left unread there. */
export async function clearMessage(
  tx: Tx,
  id: number,
  at: Date,
): Promise<{ receiver_id: number; unread_count: number } | undefined> {
  return runFirst<{ receiver_id: number; unread_count: number }>(
    tx,
    `with gone as (
       update messages set text = '', deleted_at = $2 where id = $1 and deleted_at is null
       returning conversation_id, seq, sender_id, receiver_id
     ), members as (
       update conversation_members m set changed_at = $2, unread_count = m.unread_count -
         case when m.user_id = gone.receiver_id and gone.seq > greatest(m.read_seq, m.cleared_seq) then 1 else 0 end
       from gone where m.conversation_id = gone.conversation_id
       returning m.user_id, m.unread_count
     )
     select gone.receiver_id, members.unread_count from gone join members on members.user_id = gone.receiver_id`,
    [id, at],
  );
}
