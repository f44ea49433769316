import { LIMITS } from '@rivalhold/shared/limits.ts';
import { FRIEND_ERRORS, FRIEND_TEXTS } from '@rivalhold/shared/texts/friends.ts';
import { NOTIFICATION_MESSAGES } from '@rivalhold/shared/texts/notification-messages.ts';
import { type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { Site } from '../../platform/site.ts';
import { recordActivity, wereFriends } from '../activity/service.ts';
import { assertNotBlocked, blockedError, lockPlayers } from '../blocks/service.ts';
import { acceptMessageRequest } from '../dms/service.ts';
import { recordProgress } from '../goals/service.ts';
import { countNewAccountAction } from '../new-accounts/service.ts';
import { deleteUnreadNotifications, notify } from '../notifications/service.ts';
import { completeQuest } from '../quests/service.ts';
import {
  areFriends,
  countFriends,
  countRequests,
  deleteFriendship,
  deleteRequest,
  insertFriendship,
  insertRequest,
  lockRelatedBatch,
  type RequestRow,
  requestBetween,
  requestById,
} from './queries.ts';

export { friendsOf, incomingOf, outgoingOf } from './queries.ts';

type Pair = { userId: number; otherId: number };
/** The player who sends or answers a friend request. */
type FriendUser = { id: number; username: string };

/** Send `friends:changed` to both players, and update who sees whether they are online. */
function emitFriendsChanged(tx: Tx, site: Site, one: number, other: number): void {
  site.realtime.emit(tx, [one], 'friends:changed', { userId: other });
  site.realtime.emit(tx, [other], 'friends:changed', { userId: one });
  site.realtime.relationsChanged(tx, [one, other]);
}

const requestCollapseKey = (senderId: number): string => `request:${senderId}`;

/**
 * Send a friend request. If the other player has already sent a request to the caller, the two become friends. Both
 * players are locked, so that they also become friends if they send requests to each other at the same time.
 * @throws AppError `forbidden` for an unknown player, or if either player has blocked the other; `invalid` for the
 *   caller's own id; `conflict` if the two are already friends, if the caller's request is pending, or if a limit of
 *   1,000 friends or pending requests is reached; `newAccountLimit`.
 */
export async function sendFriendRequest(
  db: DbOrTx,
  site: Site,
  { user, otherId }: { user: FriendUser; otherId: number },
): Promise<{ request: { id: number; receiverId: number }; friends: boolean }> {
  const userId = user.id;
  if (userId === otherId) throw new AppError('invalid', FRIEND_ERRORS.self);
  return transaction(db, async (tx) => {
    const players = await lockPlayers(tx, userId, otherId);
    if (!players.includes(otherId)) throw blockedError();
    await assertNotBlocked(tx, userId, otherId);
    if (await areFriends(tx, userId, otherId)) throw new AppError('conflict', FRIEND_ERRORS.alreadyFriends);
    const waiting = await requestBetween(tx, userId, otherId);
    if (waiting?.sender_id === userId) throw new AppError('conflict', FRIEND_ERRORS.alreadySent);
    if (waiting) {
      await createFriendship(tx, site, waiting, user.username);
      return { request: { id: waiting.id, receiverId: otherId }, friends: true };
    }
    if ((await countRequests(tx, userId)) >= LIMITS.friends)
      throw new AppError('conflict', FRIEND_TEXTS.requestsFull);
    await countNewAccountAction(tx, site, { userId, action: 'friendRequests', towards: otherId });
    const id = await insertRequest(tx, userId, otherId, site.clock.now());
    await notify(tx, site, {
      userId: otherId,
      type: 'friend_request',
      ...NOTIFICATION_MESSAGES.friendRequest(user.username),
      link: '/friends',
      actorId: userId,
      collapse: requestCollapseKey(userId),
    });
    emitFriendsChanged(tx, site, userId, otherId);
    await completeQuest(tx, site, [userId], 'friend');
    return { request: { id, receiverId: otherId }, friends: false };
  });
}

/**
 * Create a friendship between the players of a request, and delete the request.
 * @param receiverName username of the receiver
 * @throws AppError `conflict` if either player has 1,000 friends. The error text is for the receiver of the
 * request.
 */
async function createFriendship(
  tx: Tx,
  site: Site,
  request: RequestRow,
  receiverName: string,
): Promise<void> {
  const { sender_id: senderId, receiver_id: receiverId } = request;
  // Both players are locked, so their numbers of friends cannot change between this check and the insert.
  for (const [id, text] of [
    [receiverId, FRIEND_TEXTS.full] as const,
    [senderId, FRIEND_TEXTS.theirsFull] as const,
  ])
    if ((await countFriends(tx, id)) >= LIMITS.friends) throw new AppError('conflict', text);
  const at = site.clock.now();
  await endRequest(tx, site, request);
  const isFirst = !(await wereFriends(tx, senderId, receiverId));
  await insertFriendship(tx, senderId, receiverId, at);
  for (const [userId, otherId] of [
    [senderId, receiverId],
    [receiverId, senderId],
  ] as const)
    await acceptMessageRequest(tx, site, { userId, otherId });
  await recordActivity(tx, site, { type: 'NEW_FRIEND', ownerId: receiverId, actorId: senderId, at });
  await recordActivity(tx, site, { type: 'NEW_FRIEND', ownerId: senderId, actorId: receiverId, at });
  await notify(tx, site, {
    userId: senderId,
    type: 'friend',
    ...NOTIFICATION_MESSAGES.friend(receiverName),
    link: `/profiles/${receiverId}`,
    actorId: receiverId,
    collapse: `friend:${receiverId}`,
  });
  await completeQuest(tx, site, [senderId, receiverId], 'friend');
  if (!isFirst) return;
  const [low, high] = [Math.min(senderId, receiverId), Math.max(senderId, receiverId)];
  await recordProgress(tx, site, low, [{ count: 'friends', subject: high, by: 1 }]);
  await recordProgress(tx, site, high, [{ count: 'friends', subject: low, by: 1 }]);
}

/** Delete a request and its unread notification, and emit `friends:changed` to both players. */
async function endRequest(tx: Tx, site: Site, request: RequestRow): Promise<void> {
  await deleteRequest(tx, request.id);
  await deleteUnreadNotifications(tx, site, {
    userId: request.receiver_id,
    collapse: requestCollapseKey(request.sender_id),
  });
  emitFriendsChanged(tx, site, request.sender_id, request.receiver_id);
}

/**
 * Lock the players of a request, and return the request.
 * @throws AppError `notFound` if the request does not exist or is not addressed to `userId`.
 */
async function lockIncoming(tx: Tx, userId: number, requestId: number): Promise<RequestRow> {
  const request = await requestById(tx, requestId);
  if (request?.receiver_id !== userId) throw new AppError('notFound');
  await lockPlayers(tx, request.sender_id, request.receiver_id);
  if (!(await requestById(tx, requestId))) throw new AppError('notFound');
  return request;
}

/**
 * Accept a friend request.
 * @throws AppError `notFound` if it does not exist or is not addressed to the caller; `conflict` if either player has
 *   1,000 friends.
 */
export async function acceptRequest(
  db: DbOrTx,
  site: Site,
  { user, requestId }: { user: FriendUser; requestId: number },
): Promise<void> {
  await transaction(db, async (tx) =>
    createFriendship(tx, site, await lockIncoming(tx, user.id, requestId), user.username),
  );
}

/**
 * Decline a friend request.
 * @throws AppError `notFound` if it does not exist or is not addressed to the caller.
 */
export async function declineRequest(
  db: DbOrTx,
  site: Site,
  { userId, requestId }: { userId: number; requestId: number },
): Promise<void> {
  await transaction(db, async (tx) => endRequest(tx, site, await lockIncoming(tx, userId, requestId)));
}

/**
 * Cancel the caller's own friend request.
 * @throws AppError `notFound` if the caller has no pending request to that player.
 */
export async function cancelRequest(db: DbOrTx, site: Site, { userId, otherId }: Pair): Promise<void> {
  await transaction(db, async (tx) => {
    await lockPlayers(tx, userId, otherId);
    const request = await requestBetween(tx, userId, otherId);
    if (request?.sender_id !== userId) throw new AppError('notFound');
    await endRequest(tx, site, request);
  });
}

/**
 * Remove a friend.
 * @throws AppError `notFound` if the two are not friends.
 */
export async function endFriendship(db: DbOrTx, site: Site, { userId, otherId }: Pair): Promise<void> {
  await transaction(db, async (tx) => {
    await lockPlayers(tx, userId, otherId);
    if (!(await deleteFriendship(tx, userId, otherId))) throw new AppError('notFound');
    emitFriendsChanged(tx, site, userId, otherId);
  });
}

/** Delete the friendship and any friend request between two locked players. */
export async function endFriendRelations(tx: Tx, site: Site, one: number, other: number): Promise<void> {
  const request = await requestBetween(tx, one, other);
  if (request) await endRequest(tx, site, request);
  if (await deleteFriendship(tx, one, other)) emitFriendsChanged(tx, site, one, other);
}

/** Delete a batch of a deleted player's friendships and friend requests. Return true if there was nothing to delete. */
export async function erasePlayer(tx: Tx, site: Site, userId: number): Promise<boolean> {
  const others = await lockRelatedBatch(tx, userId);
  for (const id of others) await endFriendRelations(tx, site, userId, id);
  return others.length === 0;
}
