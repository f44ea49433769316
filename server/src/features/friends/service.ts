import { type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { Site } from '../../platform/site.ts';
import { addActivity } from '../activity/service.ts';
import {
  areFriends,
  deleteFriendship,
  deleteRequest,
  insertFriendship,
  insertRequest,
  lockPlayers,
  type RequestRow,
  requestBetween,
  requestById,
} from './queries.ts';

export { friendsOf, incomingOf, outgoingOf } from './queries.ts';

type Pair = { userId: number; otherId: number };

/**
 * Asks somebody to be friends. Who asks somebody who has asked already becomes their friend, also when both ask at the
 * same moment: two players are always locked in the order of their ids first.
 * @throws AppError notFound, invalid for oneself, conflict for a friend or a request that waits already.
 */
export async function askFriend(
  db: DbOrTx,
  site: Site,
  { userId, otherId }: Pair,
): Promise<{ request: { id: number; receiverId: number }; friends: boolean }> {
  if (userId === otherId) throw new AppError('invalid', 'You cannot befriend yourself.');
  return transaction(db, async (tx) => {
    const players = await lockPlayers(tx, userId, otherId);
    if (!players.includes(otherId)) throw new AppError('notFound');
    if (await areFriends(tx, userId, otherId)) throw new AppError('conflict', 'You are friends already.');
    const waiting = await requestBetween(tx, userId, otherId);
    if (waiting?.sender_id === userId) throw new AppError('conflict', 'You have asked already.');
    if (waiting) {
      await befriend(tx, site, waiting);
      return { request: { id: waiting.id, receiverId: otherId }, friends: true };
    }
    const id = await insertRequest(tx, userId, otherId, site.clock.now());
    return { request: { id, receiverId: otherId }, friends: false };
  });
}

async function befriend(tx: Tx, site: Site, request: RequestRow): Promise<void> {
  const at = site.clock.now();
  await deleteRequest(tx, request.id);
  await insertFriendship(tx, request.sender_id, request.receiver_id, at);
  await addActivity(tx, { type: 'NEW_FRIEND', ownerId: request.receiver_id, actorId: request.sender_id, at });
  await addActivity(tx, { type: 'NEW_FRIEND', ownerId: request.sender_id, actorId: request.receiver_id, at });
}

/** The request under the lock of both its players, if `userId` is the one to answer it. */
async function lockIncoming(tx: Tx, userId: number, requestId: number): Promise<RequestRow> {
  const request = await requestById(tx, requestId);
  if (request?.receiver_id !== userId) throw new AppError('notFound');
  await lockPlayers(tx, request.sender_id, request.receiver_id);
  if (!(await requestById(tx, requestId))) throw new AppError('notFound');
  return request;
}

/** @throws AppError notFound for a request that is not there, or not to the caller. */
export async function acceptRequest(
  db: DbOrTx,
  site: Site,
  { userId, requestId }: { userId: number; requestId: number },
): Promise<void> {
  await transaction(db, async (tx) => befriend(tx, site, await lockIncoming(tx, userId, requestId)));
}

/** @throws AppError notFound for a request that is not there, or not to the caller. */
export async function declineRequest(
  db: DbOrTx,
  { userId, requestId }: { userId: number; requestId: number },
): Promise<void> {
  await transaction(db, async (tx) => {
    await deleteRequest(tx, (await lockIncoming(tx, userId, requestId)).id);
  });
}

/** @throws AppError notFound when the caller has not asked that player. */
export async function cancelRequest(db: DbOrTx, { userId, otherId }: Pair): Promise<void> {
  await transaction(db, async (tx) => {
    await lockPlayers(tx, userId, otherId);
    const request = await requestBetween(tx, userId, otherId);
    if (request?.sender_id !== userId) throw new AppError('notFound');
    await deleteRequest(tx, request.id);
  });
}

/** @throws AppError notFound when the two are no friends. */
export async function endFriendship(db: DbOrTx, { userId, otherId }: Pair): Promise<void> {
  await transaction(db, async (tx) => {
    await lockPlayers(tx, userId, otherId);
    if (!(await deleteFriendship(tx, userId, otherId))) throw new AppError('notFound');
  });
}
