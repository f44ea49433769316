import type { MessageReaction } from '@rivalhold/shared/contract/dms.ts';
import type { Reaction } from '@rivalhold/shared/reactions.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import {
  type DbOrTx,
  execute,
  queryExists,
  queryFirst,
  queryValue,
  sql,
  type Tx,
  transaction,
} from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { Site } from '../../platform/site.ts';
import { blockedError, notBlockedSql } from '../blocks/service.ts';
import { isAcceptedSql, rejectContact } from '../safety/service.ts';
import { lockMessage, lockPlayersStatement, MessageReactions, REACTIONS_OF_MESSAGE } from './queries.ts';

/** Maximum number of reactions to delete per erasure transaction. */
const ERASURE_BATCH = 500;

type ReactionChange = { userId: number; messageId: number; emoji: Reaction; reacted: boolean };

/**
 * Add or remove a player's reaction to a message. Repeating the same change has no effect.
 * @returns all reactions to the message
 * @throws AppError `notFound` for a message that does not exist, is between other players, was deleted, or was cleared
 *   by the player; `forbidden` if either player has blocked the other or has deleted their account; `notAccepted`
 *   because of a safety setting.
 */
export async function setReaction(
  db: DbOrTx,
  site: Site,
  change: ReactionChange,
): Promise<MessageReaction[]> {
  const { userId, messageId, emoji, reacted } = change;
  return transaction(db, async (tx) => {
    const message = await findPair(tx, messageId);
    if (!message || ![message.senderId, message.receiverId].includes(userId)) throw new AppError('notFound');
    const { senderId, receiverId } = message;
    const otherId = userId === senderId ? receiverId : senderId;
    const players = await lockPlayersStatement(tx, senderId, receiverId);
    await lockMessage(tx, userId, messageId);
    const { visible, open } = await reactionState(tx, site, { userId, otherId, messageId });
    if (!visible) throw new AppError('notFound');
    if (players.some(({ deleted }) => deleted)) throw blockedError();
    if (!open) await rejectContact(tx, site, 'messages', { actorId: userId, ownerId: otherId });
    if (await storeChange(tx, change, site.clock.now()))
      site.realtime.emit(tx, [senderId, receiverId], 'dm:reacted', {
        id: messageId,
        senderId,
        receiverId,
        userId,
        emoji,
        reacted,
      });
    return queryValue(
      tx,
      MessageReactions,
      sql`select ${REACTIONS_OF_MESSAGE} from messages m where m.id = ${messageId}`,
    );
  });
}

const MessagePlayers = Type.Object({ senderId: column.integer, receiverId: column.integer });

async function findPair(tx: Tx, id: number): Promise<Static<typeof MessagePlayers> | undefined> {
  return queryFirst(
    tx,
    MessagePlayers,
    sql`select sender_id as "senderId", receiver_id as "receiverId" from messages where id = ${id}`,
  );
}

const ReactionState = Type.Object({ visible: column.boolean, open: column.boolean });

/**
 * Report whether the player can see a message (`visible`), and whether blocks and settings allow messages to the other
 * player (`open`). The caller must have locked the conversation and both players.
 */
async function reactionState(
  tx: Tx,
  site: Site,
  { userId, otherId, messageId: id }: { userId: number; otherId: number; messageId: number },
): Promise<Static<typeof ReactionState>> {
  const state = await queryFirst(
    tx,
    ReactionState,
    sql`select m.deleted_at is null and m.seq > me.cleared_seq as visible,
          ${notBlockedSql(userId, otherId)} and ${isAcceptedSql(site, 'messages', userId, otherId)} as open
        from messages m
          join conversation_members me on me.conversation_id = m.conversation_id and me.user_id = ${userId}
        where m.id = ${id}`,
  );
  return state ?? { visible: false, open: false };
}

/** Store or delete a reaction to a message in a locked conversation. Return false if nothing changed. */
async function storeChange(
  tx: Tx,
  { userId, messageId, emoji, reacted }: ReactionChange,
  at: Date,
): Promise<boolean> {
  const changed = reacted
    ? sql`insert into message_reactions (message_id, user_id, emoji, created_at)
          values (${messageId}, ${userId}, ${emoji}, ${at}) on conflict do nothing returning message_id`
    : sql`delete from message_reactions where message_id = ${messageId} and user_id = ${userId}
            and emoji = ${emoji} returning message_id`;
  return queryExists(
    tx,
    sql`with changed as (${changed})
        update messages set reacted_at = ${at} where id = (select message_id from changed) returning id`,
  );
}

/** Delete a batch of a deleted player's reactions. Return true if none are left. */
export async function eraseReactions(tx: Tx, _site: Site, userId: number): Promise<boolean> {
  const rows = await execute(
    tx,
    sql`delete from message_reactions where id in (
          select id from message_reactions where user_id = ${userId} order by id limit ${ERASURE_BATCH}
        ) returning id`,
  );
  return rows.length < ERASURE_BATCH;
}
