import type { ChatReaction } from '@rivalhold/shared/contract/chat.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import type { Reaction } from '@rivalhold/shared/reactions.ts';
import { CHAT_ERRORS } from '@rivalhold/shared/texts/chat.ts';
import Type, { type Static } from 'typebox';
import { BatchedChanges } from '../../platform/concurrency/batched-changes.ts';
import { column } from '../../platform/db/columns.ts';
import {
  type AfterCommit,
  type DbOrTx,
  execute,
  literal,
  query,
  queryExists,
  queryFirstValue,
  queryValues,
  type Sql,
  sql,
  type Tx,
  transaction,
} from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { perSite, type Site } from '../../platform/site.ts';
import { blockPairs, lockPlayers, NO_VIEWER, notBlockedSql } from '../blocks/service.ts';
import { findMessage, lockMessage, messageReactionsSql, postingStateOf } from './queries.ts';

/**
 * Number of reactions that each transaction of an account deletion selects. It can delete more, because it also deletes
 * the player's other reactions to the same messages.
 */
const ERASURE_BATCH = 200;

type ReactionChange = { userId: number; messageId: number; emoji: Reaction; reacted: boolean };
/** A message with its reactions as a viewer sees them. */
const ReactedMessage = Type.Object({
  id: column.integer,
  authorId: column.integer,
  reactions: column.json<ChatReaction[]>(),
});
export type ReactedMessage = Static<typeof ReactedMessage>;

/**
 * Add or remove a player's reaction to a lobby message. Repeating the same change has no effect.
 * @returns the reactions to the message as the player sees them
 * @throws AppError notFound for a message that does not exist, is deleted or is hidden by a block; forbidden for a new
 *   account if the lobby is restricted.
 */
export async function setReaction(db: DbOrTx, site: Site, change: ReactionChange): Promise<ChatReaction[]> {
  const { userId, messageId } = change;
  return transaction(db, async (tx) => {
    const { rules, isSettled } = await postingStateOf(tx, site, userId, null);
    if (rules.settledOnly && !isSettled) throw new AppError('forbidden', CHAT_ERRORS.unsettled);
    await lockAuthorAndMessage(tx, change);
    if (!(await findMessage(tx, messageId, userId)))
      throw new AppError('notFound', CHAT_ERRORS.messageNotFound);
    const isChanged = await storeChange(tx, change, site.clock.now());
    const [reacted] = await readReactions(tx, userId, [messageId]);
    const reactions = reacted?.reactions ?? [];
    if (isChanged) {
      site.realtime.emit(tx, [userId], 'chat reactions', { messages: [{ id: messageId, reactions }] });
      markReactionsChanged(tx, site, messageId);
    }
    return reactions;
  });
}

/**
 * Lock the player and the author of the message, so that neither player can block or unblock the other until the
 * transaction ends. Then lock the message.
 */
async function lockAuthorAndMessage(tx: Tx, { userId, messageId }: ReactionChange): Promise<void> {
  const authorId = await queryFirstValue(
    tx,
    column.integer,
    sql`select user_id from chat_messages where id = ${messageId}`,
  );
  if (authorId !== undefined && authorId !== userId) await lockPlayers(tx, userId, authorId);
  await lockMessage(tx, messageId);
}

/**
 * Store or delete a reaction to a locked message, and update the message's count of this emoji. Return false if nothing
 * changed.
 */
async function storeChange(
  tx: Tx,
  { userId, messageId, emoji, reacted }: ReactionChange,
  at: Date,
): Promise<boolean> {
  const changed = reacted
    ? sql`insert into chat_reactions (message_id, user_id, emoji, created_at)
          values (${messageId}, ${userId}, ${emoji}, ${at}) on conflict do nothing returning message_id, emoji`
    : sql`delete from chat_reactions where message_id = ${messageId} and user_id = ${userId}
            and emoji = ${emoji} returning message_id, emoji`;
  return queryExists(
    tx,
    reacted
      ? sql`with changed as (${changed})
            insert into chat_reaction_counts as c (message_id, emoji, count)
            select message_id, emoji, 1 from changed
            on conflict (message_id, emoji) do update set count = c.count + 1 returning message_id`
      : sql`with changed as (${changed})
            update chat_reaction_counts c set count = count - 1 from changed
            where c.message_id = changed.message_id and c.emoji = changed.emoji returning c.message_id`,
  );
}

/**
 * Return the reactions to the given messages as a viewer sees them. Leave out messages that are deleted, are hidden by
 * a block, or never had a reaction.
 */
const readReactions = (db: DbOrTx, viewerId: number, ids: readonly number[]): Promise<ReactedMessage[]> =>
  query(
    db,
    ReactedMessage,
    reactedMessagesSql(viewerId, sql`select * from chat_messages where id = any (${ids}::bigint[])`),
  );

/**
 * Return the reactions to the newest messages up to message `until`, as a viewer sees them. Leave out the same messages
 * as `readReactions`.
 */
export const reactionsUntil = (db: DbOrTx, viewerId: number, until: number): Promise<ReactedMessage[]> =>
  query(
    db,
    ReactedMessage,
    reactedMessagesSql(
      viewerId,
      sql`select * from chat_messages where id <= ${until} order by id desc limit ${literal(LIMITS.chat.history)}`,
    ),
  );

const reactedMessagesSql = (viewerId: number, messages: Sql): Sql => sql`
  select m.id, m.user_id as "authorId", ${messageReactionsSql(viewerId)} as reactions from (${messages}) m
  where m.deleted_at is null and exists (select 1 from chat_reaction_counts where message_id = m.id)
    and ${notBlockedSql(viewerId, sql`m.user_id`)}`;

/** Mark the reactions to a message as changed. They are broadcast after the commit. */
function markReactionsChanged(tx: AfterCommit, site: Site, messageId: number): void {
  tx.afterCommit(() => {
    if (site.realtime.hasListeners()) changedReactionsOf(site).add(messageId);
  });
}

const changedReactionsOf = perSite(
  (site) =>
    new BatchedChanges({
      intervalMs: LIMITS.chat.reactionsIntervalMs,
      send: (ids) => broadcastReactions(site, ids),
      onError: (error) => site.log.warn({ err: error }, 'broadcasting lobby reactions failed'),
    }),
);

/** Stop broadcasting reactions and wait for the broadcast in progress. */
export const stopReactionBroadcast = (site: Site): Promise<void> => changedReactionsOf(site).close();

/**
 * Send the reactions to changed messages to everyone who can see these messages. Omit `reacted`, which
 * differs between viewers.
 */
async function broadcastReactions({ db, realtime }: Site, ids: number[]): Promise<void> {
  const messages = await readReactions(db, NO_VIEWER, ids);
  if (messages.length === 0) return;
  const { shared, separate } = await reactionsByViewer(db, messages);
  realtime.broadcastVolatile('chat reactions', { messages: shared }, { except: [...separate.keys()] });
  for (const [viewerId, visible] of separate)
    if (visible.length > 0) realtime.emitVolatile([viewerId], 'chat reactions', { messages: visible });
}

type CountedMessage = { id: number; reactions: ChatReaction[] };

/**
 * Return the reactions to messages, without `reacted`. Most players get `shared`. If a block hides messages or
 * reactions from a player, this player gets a separate list instead. `separate` contains these lists by player id.
 */
export async function reactionsByViewer(
  db: DbOrTx,
  messages: readonly ReactedMessage[],
): Promise<{ shared: CountedMessage[]; separate: Map<number, CountedMessage[]> }> {
  const authorPairs = await blockPairs(db, [...new Set(messages.map(({ authorId }) => authorId))]);
  const hiddenReactions = await countHiddenReactions(
    db,
    messages.map(({ id }) => id),
  );
  const authorsHiddenFrom = Map.groupBy(authorPairs, ({ otherId }) => otherId);
  const reactionsHiddenFrom = Map.groupBy(hiddenReactions, ({ viewerId }) => viewerId);
  const separate = new Map<number, CountedMessage[]>();
  for (const viewerId of [...authorsHiddenFrom.keys(), ...reactionsHiddenFrom.keys()]) {
    const authors = new Set(authorsHiddenFrom.get(viewerId)?.map(({ userId }) => userId));
    const visible = messages.filter(({ authorId }) => !authors.has(authorId));
    separate.set(viewerId, withCounts(visible, reactionsHiddenFrom.get(viewerId) ?? []));
  }
  return { shared: withCounts(messages, []), separate };
}

const HiddenReactions = Type.Object({
  viewerId: column.integer,
  messageId: column.integer,
  emoji: column.code<Reaction>(),
  count: column.integer,
});
type HiddenReactions = Static<typeof HiddenReactions>;

/** Count the reactions that blocks hide, for each viewer, message and emoji. */
const countHiddenReactions = (db: DbOrTx, ids: readonly number[]): Promise<HiddenReactions[]> =>
  query(
    db,
    HiddenReactions,
    sql`select hidden.viewer_id as "viewerId", r.message_id as "messageId", r.emoji, count(*)::integer as count
        from chat_reactions r cross join lateral (
          select blocker_id as viewer_id from blocks where blocked_id = r.user_id
          union select blocked_id from blocks where blocker_id = r.user_id
        ) hidden
        where r.message_id = any (${ids}::bigint[]) group by 1, 2, 3`,
  );

/** Return the reaction counts of messages, excluding hidden reactions. */
const withCounts = (
  messages: readonly ReactedMessage[],
  hidden: readonly HiddenReactions[],
): CountedMessage[] =>
  messages.map(({ id, reactions }) => ({
    id,
    reactions: reactions
      .map(({ emoji, count }) => {
        const less = hidden.find((some) => some.messageId === id && some.emoji === emoji)?.count ?? 0;
        return { emoji, count: count - less };
      })
      .filter(({ count }) => count > 0),
  }));

/**
 * Delete a batch of a deleted player's reactions, and lower the counts of these reactions. Return true if there were
 * none to delete.
 */
export async function eraseReactions(tx: Tx, userId: number): Promise<boolean> {
  // Lock the messages first, as requests that add a reaction do. Lock them in order of id to avoid deadlocks.
  const messages = await queryValues(
    tx,
    column.integer,
    sql`select id from chat_messages where id in (
          select message_id from chat_reactions where user_id = ${userId} order by id limit ${literal(ERASURE_BATCH)}
        ) order by id for update`,
  );
  await execute(
    tx,
    sql`with deleted as (
          delete from chat_reactions where user_id = ${userId} and message_id = any (${messages}::bigint[])
          returning message_id, emoji
        )
        update chat_reaction_counts c set count = count - 1 from deleted
        where c.message_id = deleted.message_id and c.emoji = deleted.emoji`,
  );
  return messages.length === 0;
}
