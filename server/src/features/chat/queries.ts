import type { ChatReaction, ChatRules } from '@rivalhold/shared/contract/chat.ts';
import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { REACTIONS } from '@rivalhold/shared/reactions.ts';
import Type, { type Static } from 'typebox';
import { deleteInBatches } from '../../platform/db/batches.ts';
import { column } from '../../platform/db/columns.ts';
import {
  type Db,
  type DbOrTx,
  execute,
  literal,
  query,
  queryExists,
  queryFirst,
  queryOne,
  queryValues,
  type Sql,
  sql,
  type Tx,
} from '../../platform/db/db.ts';
import { settledSql } from '../../platform/security/settled-accounts.ts';
import { staffAccessSql } from '../../platform/security/step-up.ts';
import type { Site } from '../../platform/site.ts';
import {
  hiddenFromIdsSql,
  isContentVisibleSql,
  notBlockedSql,
  notInBlockedUsersSql,
} from '../blocks/service.ts';
import { PLAYER_COLUMNS, PlayerRow, playerJoinSql } from '../profiles/service.ts';
import type { PostingState } from './policy.ts';
import { MessageRow } from './presenters.ts';

const { history: HISTORY_LENGTH, flood: floodLimit } = LIMITS.chat;
/** Arbitrary key of the lobby's advisory lock. It must be the same on all nodes. */
const LOBBY_LOCK_ID = 7_416_353_214;

/** Serialize new messages in the lobby until the transaction ends, so that ids follow the commit order. */
export async function lockLobby(tx: Tx): Promise<void> {
  await execute(tx, sql`select pg_advisory_xact_lock(${LOBBY_LOCK_ID})`);
}

const RulesRow = Type.Object({ slowModeSeconds: column.integer, settledOnly: column.boolean });
const RULES_SQL = sql`r.slow_mode_seconds as "slowModeSeconds", r.settled_only as "settledOnly"`;

/** Return the current chat rules. */
export const readRules = (db: DbOrTx): Promise<ChatRules> =>
  queryOne(db, RulesRow, sql`select ${RULES_SQL} from chat_rules r`);

/** Return the current chat rules, and lock them until the transaction ends. */
export const lockRules = (tx: Tx): Promise<ChatRules> =>
  queryOne(tx, RulesRow, sql`select ${RULES_SQL} from chat_rules r for update`);

/** Store the chat rules. */
export async function updateRules(tx: Tx, { slowModeSeconds, settledOnly }: ChatRules): Promise<void> {
  await execute(
    tx,
    sql`update chat_rules set slow_mode_seconds = ${slowModeSeconds}, settled_only = ${settledOnly}`,
  );
}

const PostingStateRow = Type.Object({
  ...RulesRow.properties,
  isSettled: column.boolean,
  isStaff: column.boolean,
  before: Nullable(column.integer),
  last: Nullable(column.date),
  first: Nullable(column.date),
});

/**
 * Return the data needed to decide whether a player can post a message. If the player has already posted a message with
 * this `clientTempId`, `before` is the id of that message; otherwise, it is null.
 */
export async function postingStateOf(
  tx: Tx,
  site: Site,
  userId: number,
  clientTempId: string | null,
): Promise<PostingState & { before: number | null }> {
  const { isSettled, isStaff, last, first, before, ...rules } = await queryOne(
    tx,
    PostingStateRow,
    sql`select ${settledSql(site, sql`u`)} as "isSettled", ${staffAccessSql(site, sql`u`)} as "isStaff", ${RULES_SQL},
            (select id from chat_messages where user_id = ${userId}
              and client_temp_id = ${clientTempId}) as before,
            (select created_at from chat_messages where user_id = ${userId} order by id desc limit 1) as last,
            (select created_at from chat_messages where user_id = ${userId} order by id desc
             offset ${literal(floodLimit.messages - 1)} limit 1) as first
     from users u cross join chat_rules r where u.id = ${userId}`,
  );
  return { isSettled, isStaff, last, first, before, rules };
}

/**
 * Return SQL for a JSON array of the reactions to the message `m`, as a viewer sees them. If a block hides a player from
 * the viewer, the player's reactions do not count.
 */
export const messageReactionsSql = (viewerId: number): Sql => sql`(
  select coalesce(json_agg(json_build_object('emoji', emoji, 'count', count, 'reacted', reacted)
    order by array_position(${[...REACTIONS]}::text[], emoji)), '[]'::json)
  from (
    select c.emoji, c.count - (
        select count(*) from chat_reactions r where r.message_id = m.id and r.emoji = c.emoji
          and not ${notInBlockedUsersSql(viewerId, sql`r.user_id`)})::integer as count,
      exists (
        select 1 from chat_reactions r
        where r.message_id = m.id and r.emoji = c.emoji and r.user_id = ${viewerId}) as reacted
    from chat_reaction_counts c where c.message_id = m.id and c.count > 0
  ) c where count > 0)`;

const InsertedMessage = Type.Object({ id: column.integer, hidden: Type.Array(column.integer) });

/** Insert a message. Return its id and the players who do not see it because of a block or a mute. */
export const insertMessage = (
  tx: Tx,
  message: {
    type: MessageRow['type'];
    userId: number;
    text: string;
    links: boolean;
    clientTempId: string | null;
    replyToId: number | null;
    at: Date;
  },
): Promise<Static<typeof InsertedMessage>> =>
  queryOne(
    tx,
    InsertedMessage,
    sql`insert into chat_messages (user_id, type, text, has_links, client_temp_id, reply_to_id, created_at)
        values (${message.userId}, ${message.type}, ${message.text}, ${message.links}, ${message.clientTempId},
          ${message.replyToId}, ${message.at})
        returning id, ${hiddenFromIdsSql(message.userId)} as hidden`,
  );

const MESSAGE_COLUMNS = sql`m.id, m.type, m.text, m.has_links as links, m.created_at, m.reply_to_id, m.user_id,
  ${PLAYER_COLUMNS}`;
const MessageRowWithAuthor = Type.Object({ ...MessageRow.properties, ...PlayerRow.properties });
type MessageRowWithAuthor = Static<typeof MessageRowWithAuthor>;
const MessageRowWithReactions = Type.Object({
  ...MessageRowWithAuthor.properties,
  reactions: column.json<ChatReaction[]>(),
});
type MessageRowWithReactions = Static<typeof MessageRowWithReactions>;

/**
 * Return the newest messages that are visible to the viewer and have an id above `after`, oldest first. Return at most
 * as many messages as the history contains.
 */
export const newestMessages = (
  db: DbOrTx,
  viewerId: number,
  after: number,
): Promise<MessageRowWithReactions[]> =>
  query(
    db,
    MessageRowWithReactions,
    sql`
      select ${MESSAGE_COLUMNS}, ${messageReactionsSql(viewerId)} as reactions from (
        select * from chat_messages
        where id > ${after} and deleted_at is null and ${isContentVisibleSql(viewerId, sql`user_id`)}
        order by id desc limit ${literal(HISTORY_LENGTH)}
      ) m ${playerJoinSql(sql`m`)} order by m.id`,
  );

/**
 * Return the ids of messages that were deleted after the message with id `until` was written. Consider only that
 * message and earlier ones, together as many as the history contains.
 */
export async function deletedSince(db: DbOrTx, until: number): Promise<number[]> {
  return queryValues(
    db,
    column.integer,
    sql`select id from (
       select id, deleted_at from chat_messages where id <= ${until} order by id desc
         limit ${literal(HISTORY_LENGTH)}
     ) m where deleted_at >= (select created_at from chat_messages where id = ${until})`,
  );
}

const MessageRowWithAuthorId = Type.Object({ ...MessageRow.properties, user_id: column.integer });

/** Lock and return a message, or return undefined if it is deleted or does not exist. */
export async function lockMessage(
  tx: Tx,
  id: number,
): Promise<Static<typeof MessageRowWithAuthorId> | undefined> {
  return queryFirst(
    tx,
    MessageRowWithAuthorId,
    sql`select id, type, text, has_links as links, created_at, reply_to_id, user_id from chat_messages
     where id = ${id} and deleted_at is null for update`,
  );
}

/** Mark a message as deleted. */
export async function markDeleted(tx: Tx, id: number, at: Date): Promise<void> {
  await execute(tx, sql`update chat_messages set deleted_at = ${at} where id = ${id}`);
}

/** Restore a deleted message. Return false if it does not exist. */
export const markUndeleted = (tx: Tx, id: number): Promise<boolean> =>
  queryExists(tx, sql`update chat_messages set deleted_at = null where id = ${id} returning id`);

/** Erase the text of a deleted message, or the texts of all deleted messages of a player. */
export async function eraseTexts(tx: Tx, which: { id: number } | { userId: number }): Promise<void> {
  const condition = 'id' in which ? sql`id = ${which.id}` : sql`user_id = ${which.userId}`;
  await execute(
    tx,
    sql`update chat_messages set text = '' where ${condition} and deleted_at is not null and text <> ''`,
  );
}

/** Return a message, deleted or not, with its reactions as a viewer sees them. */
export const findStoredMessage = (tx: Tx, id: number, viewerId: number): Promise<MessageRowWithReactions> =>
  queryOne(
    tx,
    MessageRowWithReactions,
    sql`select ${MESSAGE_COLUMNS}, ${messageReactionsSql(viewerId)} as reactions
        from chat_messages m ${playerJoinSql(sql`m`)} where m.id = ${id}`,
  );

/** Return a message that is not deleted, and that no block hides from the viewer. */
export async function findMessage(
  db: DbOrTx,
  id: number,
  viewerId: number,
): Promise<MessageRowWithAuthor | undefined> {
  return queryFirst(
    db,
    MessageRowWithAuthor,
    sql`select ${MESSAGE_COLUMNS} from chat_messages m ${playerJoinSql(sql`m`)}
        where m.id = ${id} and m.deleted_at is null and ${notBlockedSql(viewerId, sql`m.user_id`)}`,
  );
}

/**
 * Return a message, even if it is deleted, together with the nearest messages that are not deleted: up to `before`
 * earlier and up to `after` later messages, oldest first. Return an empty list if the message does not exist.
 */
export const messagesAround = (
  db: DbOrTx,
  { id, before, after }: { id: number; before: number; after: number },
): Promise<MessageRowWithAuthor[]> =>
  query(
    db,
    MessageRowWithAuthor,
    sql`
      select ${MESSAGE_COLUMNS} from (
        select * from chat_messages where id = ${id}
        union all
        (select * from chat_messages where id < ${id} and deleted_at is null order by id desc limit ${before})
        union all
        (select * from chat_messages where id > ${id} and deleted_at is null order by id limit ${after})
      ) m ${playerJoinSql(sql`m`)} where exists (select 1 from chat_messages where id = ${id}) order by m.id`,
  );

/**
 * Delete messages written before a given time. Keep messages that the history shows, and messages deleted
 * after this time.
 */
export async function purgeMessages(db: Db, before: Date): Promise<void> {
  await deleteInBatches(
    db,
    (limit) => sql`
      delete from chat_messages where id in (
        select id from chat_messages
        where created_at < ${before} and (deleted_at < ${before} or deleted_at is null and id < coalesce(
          (select id from chat_messages where deleted_at is null
           order by id desc offset ${literal(HISTORY_LENGTH - 1)} limit 1), 0))
        order by created_at limit ${limit}
      ) returning id`,
  );
}
