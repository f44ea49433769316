import type { PoolState } from '@rivalhold/shared/contract/ranked.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { matchmakingRating, pairWaiting } from '@rivalhold/shared/ratings/pairing.ts';
import { RANKED_TEXTS } from '@rivalhold/shared/texts/ranked.ts';
import { type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { isSettled } from '../../platform/security/settled-accounts.ts';
import { perSite, type Site } from '../../platform/site.ts';
import { blocksAmong } from '../blocks/service.ts';
import { isInFight, rankedOpponentsOf, startRankedFight } from '../combat/service.ts';
import { lockCharacters } from '../game/service.ts';
import { currentRatings } from '../ratings/service.ts';
import {
  addToPool,
  entriesOf,
  lockEntries,
  lockExpired,
  lockWaiting,
  markAccepted,
  type PoolEntry,
  poolUserIds,
  recordMissed,
  removeFighters,
  removeFromPool,
  removeStale,
  restartAnswerTimes,
  returnToPool,
  savePairs,
  tryWaveLock,
  updateLastSeen,
} from './queries.ts';

/*
 * The pool of players who look for a ranked fight. Its entries in the database are the only state, so all nodes share
 * one pool, and players stay in it if a node dies. Locks are taken in this order: characters, then entries in the order
 * of their user ids.
 */

/** Return a player's state in the pool. */
export async function poolStateOf(db: DbOrTx, site: Site, userId: number): Promise<PoolState> {
  return (await poolStatesOf(db, site, [userId])).get(userId)!;
}

/** Return the pool states of players, by player id. */
async function poolStatesOf(
  db: DbOrTx,
  site: Site,
  userIds: readonly number[],
): Promise<Map<number, PoolState>> {
  const entries = new Map((await entriesOf(db, userIds)).map((entry) => [entry.user_id, entry]));
  const opponents = await rankedOpponentsOf(db, userIds);
  const ratings = await currentRatings(db, userIds, site.clock.now());
  return new Map(
    userIds.map((id) => [
      id,
      toState(entries.get(id), { opponentId: opponents.get(id) ?? null, ...ratings.get(id)! }),
    ]),
  );
}

function toState(
  entry: PoolEntry | undefined,
  { opponentId, rating, provisional }: { opponentId: number | null; rating: number; provisional: boolean },
): PoolState {
  const isFound = (entry?.opponent_id ?? null) !== null;
  const isWaiting = (entry?.waiting_since ?? null) !== null;
  return {
    status: opponentId !== null ? 'fighting' : isFound ? 'found' : isWaiting ? 'waiting' : 'idle',
    since: entry?.waiting_since?.toISOString() ?? null,
    answerUntil: entry?.answer_until?.toISOString() ?? null,
    accepted: entry?.accepted ?? false,
    pausedUntil: entry?.paused_until?.toISOString() ?? null,
    opponentId,
    rating: Math.round(rating),
    provisional,
  };
}

/** Send players their new state in the pool, after the commit. */
async function emitStates(tx: Tx, site: Site, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  for (const [userId, state] of await poolStatesOf(tx, site, userIds))
    site.realtime.emit(tx, [userId], 'ranked:changed', state);
}

/**
 * Join the pool. A player who is already in it keeps their waiting time.
 * @throws AppError `newAccountLimit` for a new account; `tooOften` while the player is paused; `fight_open` while the
 *   player has an open fight that they started, or is in a live fight
 */
export async function joinPool(db: DbOrTx, site: Site, userId: number): Promise<PoolState> {
  return transaction(db, async (tx) => {
    const now = site.clock.now();
    const [entry] = await lockEntries(tx, [userId]);
    if (entry?.waiting_since) return poolStateOf(tx, site, userId);
    if (entry?.paused_until && entry.paused_until > now)
      throw new AppError('tooOften', RANKED_TEXTS.paused, {
        retryAfter: Math.ceil((entry.paused_until.getTime() - now.getTime()) / 1000),
      });
    // Exclude new accounts, because anyone can quickly create many accounts and use them to change other players'
    // ratings.
    if (site.config.rateLimits && !(await isSettled(tx, site, userId)))
      throw new AppError('newAccountLimit', RANKED_TEXTS.newAccount);
    if (await isInFight(tx, userId)) throw new AppError('fight_open');
    await addToPool(tx, userId, now);
    await emitStates(tx, site, [userId]);
    return poolStateOf(tx, site, userId);
  });
}

/**
 * Lock the pool entries of a player and of the found opponent, and the characters of both. `other` is null if there is
 * no opponent, or if the opponent is no longer paired with the player.
 */
async function lockPair(
  tx: Tx,
  userId: number,
): Promise<{ own: PoolEntry | undefined; other: PoolEntry | null }> {
  const ownOf = (entries: readonly PoolEntry[]) => entries.find((entry) => entry.user_id === userId);
  let opponentId = ownOf(await entriesOf(tx, [userId]))?.opponent_id ?? null;
  for (;;) {
    const ids = opponentId === null ? [userId] : [userId, opponentId];
    if (opponentId !== null) await lockCharacters(tx, ids);
    const entries = await lockEntries(tx, ids);
    const own = ownOf(entries);
    const lockedOpponentId = own?.opponent_id ?? null;
    if (lockedOpponentId === opponentId) {
      const other = entries.find((entry) => entry.user_id === opponentId);
      return { own, other: other?.opponent_id === userId ? other : null };
    }
    // Since the entry was first read, a wave has paired the player, or the opponent has left. Try again with the
    // current opponent. The player's entry is now locked, so the opponent can no longer change. The next loop locks the
    // characters after this entry. If that causes a deadlock, `transaction` runs again.
    opponentId = lockedOpponentId;
  }
}

/** Leave the pool. If a fight was found, leaving counts as not answering it, and the opponent waits again. */
export async function leavePool(db: DbOrTx, site: Site, userId: number): Promise<PoolState> {
  return transaction(db, async (tx) => {
    const { own, other } = await lockPair(tx, userId);
    if (own?.waiting_since) {
      if (own.opponent_id === null) await removeFromPool(tx, [userId]);
      else await recordMissed(tx, [userId], site.clock.now());
      if (other) await returnToPool(tx, [other.user_id]);
      await emitStates(tx, site, [userId, ...(other ? [other.user_id] : [])]);
    }
    return poolStateOf(tx, site, userId);
  });
}

/**
 * Accept the found fight. When both players have accepted, the fight begins. If it cannot begin, see
 * `dissolveAccepted`.
 * @throws AppError `conflict` if there is no found fight, or if the time to answer is over
 */
export async function acceptFight(db: DbOrTx, site: Site, userId: number): Promise<PoolState> {
  return transaction(db, async (tx) => {
    const { own, other } = await lockPair(tx, userId);
    // A repeated call, for example from a second tab, changes nothing.
    if ((await rankedOpponentsOf(tx, [userId])).has(userId)) return poolStateOf(tx, site, userId);
    if (!own?.answer_until || own.answer_until <= site.clock.now())
      throw new AppError('conflict', RANKED_TEXTS.tooLate);
    if (own.accepted) return poolStateOf(tx, site, userId);
    if (!other) {
      // The opponent has deleted their account, so wait for another opponent.
      await returnToPool(tx, [userId]);
      await emitStates(tx, site, [userId]);
      return poolStateOf(tx, site, userId);
    }
    await markAccepted(tx, userId);
    const both = [other.user_id, userId];
    if (other.accepted) {
      const isStarted = await startRankedFight(tx, site, { attackerId: other.user_id, defenderId: userId });
      if (isStarted) await removeFighters(tx, other.user_id, userId);
      else await dissolveAccepted(tx, site, both);
    }
    await emitStates(tx, site, other.accepted ? both : [userId]);
    return poolStateOf(tx, site, userId);
  });
}

/**
 * End a found fight that both players have accepted but that cannot begin. A player who has started another fight in
 * the meantime misses this fight, so that nobody can avoid an opponent in this way. Other players wait again.
 */
async function dissolveAccepted(tx: Tx, site: Site, userIds: readonly number[]): Promise<void> {
  const busy: number[] = [];
  for (const id of userIds) if (await isInFight(tx, id)) busy.push(id);
  await recordMissed(tx, busy, site.clock.now());
  await returnToPool(
    tx,
    userIds.filter((id) => !busy.includes(id)),
  );
}

/**
 * End the found fight between two players because `userId` has blocked the other player. The other player waits again.
 * For `userId`, the block counts as not answering, so that nobody can use blocks to avoid fights without a penalty.
 */
export async function dissolvePair(
  tx: Tx,
  site: Site,
  { userId, otherId }: { userId: number; otherId: number },
): Promise<void> {
  const entries = await lockEntries(tx, [userId, otherId]);
  const paired = entries
    .filter((entry) => entry.opponent_id === (entry.user_id === userId ? otherId : userId))
    .map((entry) => entry.user_id);
  if (paired.includes(userId)) await recordMissed(tx, [userId], site.clock.now());
  if (paired.includes(otherId)) await returnToPool(tx, [otherId]);
  await emitStates(tx, site, paired);
}

/**
 * The waves of this node. `since` is the time of the first wave after the last interruption, and `lastAt` is
 * the time of the latest wave, both in ms.
 */
const wavesOf = perSite(() => ({ since: 0, lastAt: 0 }));

/**
 * Run a wave: update the last-seen time of the pool's players who are connected to this node, cancel found fights that
 * were not accepted in time, remove players who have been offline for too long, and pair waiting players. Every node
 * updates the last-seen time, but only one node at a time performs the other steps.
 */
export async function runWave(db: DbOrTx, site: Site): Promise<void> {
  if (site.readOnly.state) return;
  const now = site.clock.now();
  const waves = wavesOf(site);
  if (now.getTime() - waves.lastAt > LIMITS.ranked.offlineAfterMs) waves.since = now.getTime();
  const userIds = await poolUserIds(db);
  const connected = userIds.filter((id) => site.realtime.isConnectedHere(id));
  if (connected.length > 0) await transaction(db, (tx) => updateLastSeen(tx, connected, now));
  waves.lastAt = now.getTime();
  if (userIds.length === 0) return;
  await transaction(db, async (tx) => {
    if (!(await tryWaveLock(tx))) return;
    const ended = await endExpired(tx, now);
    // Do not remove anyone soon after an outage: connections were not recorded during it, and players need time to
    // reconnect.
    const staleBefore = now.getTime() - LIMITS.ranked.staleAfterMs;
    const stale = waves.since <= staleBefore ? await removeStale(tx, new Date(staleBefore)) : [];
    const paired = await pairAll(tx, site, now);
    await emitStates(tx, site, [...ended, ...stale, ...paired]);
  });
}

/**
 * Cancel found fights that were not accepted before the deadline, and return their players. Players who did not accept
 * leave the pool, and the others wait again. If the deadline passed more than `LIMITS.combat.unwatchedMs` ago, for
 * example because the site was read-only, nobody leaves the pool.
 */
async function endExpired(tx: Tx, now: Date): Promise<number[]> {
  const entries = await lockExpired(tx, now);
  const hasMissed = (entry: (typeof entries)[number]) =>
    !entry.accepted && now.getTime() - entry.answer_until.getTime() <= LIMITS.combat.unwatchedMs;
  const waiting = entries.filter((entry) => !hasMissed(entry)).map((entry) => entry.user_id);
  const missed = entries.filter(hasMissed).map((entry) => entry.user_id);
  if (waiting.length > 0) await returnToPool(tx, waiting);
  if (missed.length > 0) await recordMissed(tx, missed, now);
  return [...waiting, ...missed];
}

/**
 * Give players the full time again to accept their found fights. Call this in the transaction that ends the read-only
 * mode, because players could not accept during this mode. Skip fights whose deadline passed more than
 * `LIMITS.combat.unwatchedMs` ago, because their players might be away by now. `endExpired` lets these players wait
 * again.
 */
export async function restartAnswers(tx: Tx, site: Site): Promise<void> {
  const now = site.clock.now().getTime();
  const userIds = await restartAnswerTimes(tx, {
    answerUntil: new Date(now + LIMITS.ranked.answerMs),
    endedSince: new Date(now - LIMITS.combat.unwatchedMs),
  });
  await emitStates(tx, site, userIds);
}

/** Number of different values of `randomShare`. */
const RANDOM_VALUES = 1_000_000;
/** Return a random number that is at least 0 and less than 1. */
const randomShare = (site: Site): number => site.secrets.randomInt(RANDOM_VALUES) / RANDOM_VALUES;

/** Pair waiting players, and return their ids. */
async function pairAll(tx: Tx, site: Site, now: Date): Promise<number[]> {
  const seenSince = new Date(now.getTime() - LIMITS.ranked.offlineAfterMs);
  const waiting = await lockWaiting(tx, { seenSince, now });
  if (waiting.length < 2) return [];
  const ids = waiting.map(({ userId }) => userId);
  const blocked = new Set(
    (await blocksAmong(tx, ids)).flatMap(({ userId, otherId }) => [
      `${userId}:${otherId}`,
      `${otherId}:${userId}`,
    ]),
  );
  const candidates = waiting.map((player) => ({
    ...player,
    rating: matchmakingRating(player, randomShare(site)),
  }));
  const pairs = pairWaiting(candidates, now, (one, other) => !blocked.has(`${one}:${other}`));
  if (pairs.length === 0) return [];
  const pairIds = pairs.map(([one, other]) => [one.userId, other.userId] as const);
  await savePairs(tx, pairIds, new Date(now.getTime() + LIMITS.ranked.answerMs));
  return pairIds.flat();
}
