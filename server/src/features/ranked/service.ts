import type { PoolState } from '@rivalhold/shared/contract/ranked.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { pairWaiting, soughtRating } from '@rivalhold/shared/ratings/pairing.ts';
import { RANKED_TEXTS } from '@rivalhold/shared/texts/ranked.ts';
import { type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { isSettled } from '../../platform/security/account-standing.ts';
import type { Site } from '../../platform/site.ts';
import { blockPairs } from '../blocks/service.ts';
import { isInFight, rankedOpponentsOf, startRankedFight } from '../combat/service.ts';
import { lockCharacters } from '../game/service.ts';
import { currentRatings } from '../ratings/service.ts';
import {
  expiredRows,
  insertWaiting,
  lockPoolRows,
  lockWaiting,
  markAccepted,
  markHeard,
  markMet,
  type PoolRow,
  poolRowsOf,
  poolUserIds,
  recordMissed,
  removeFromPool,
  removeGone,
  returnToPool,
  savePairs,
  tryWaveLock,
} from './queries.ts';

/*
 * The pool of players who look for a ranked fight. Its rows in the database are the only state, so all nodes share one
 * pool, and a node that dies loses nobody's place. Locks are taken in this order: characters, then rows of the pool in
 * the order of their user ids.
 */

/** Return a player's place in the pool. */
export async function poolStateOf(db: DbOrTx, site: Site, userId: number): Promise<PoolState> {
  return (await poolStatesOf(db, site, [userId])).get(userId)!;
}

/** Return the places of players in the pool, by their ids. */
async function poolStatesOf(
  db: DbOrTx,
  site: Site,
  userIds: readonly number[],
): Promise<Map<number, PoolState>> {
  const rows = new Map((await poolRowsOf(db, userIds)).map((row) => [row.user_id, row]));
  const opponents = await rankedOpponentsOf(db, userIds);
  const ratings = await currentRatings(db, userIds, site.clock.now());
  return new Map(
    userIds.map((id) => [
      id,
      toState(rows.get(id), { opponentId: opponents.get(id) ?? null, ...ratings.get(id)! }),
    ]),
  );
}

function toState(
  row: PoolRow | undefined,
  { opponentId, rating, provisional }: { opponentId: number | null; rating: number; provisional: boolean },
): PoolState {
  const isFound = (row?.opponent_id ?? null) !== null;
  const isWaiting = (row?.waiting_since ?? null) !== null;
  return {
    status: opponentId !== null ? 'fighting' : isFound ? 'found' : isWaiting ? 'waiting' : 'idle',
    since: row?.waiting_since?.toISOString() ?? null,
    answerUntil: row?.answer_until?.toISOString() ?? null,
    accepted: row?.accepted ?? false,
    pausedUntil: row?.paused_until?.toISOString() ?? null,
    opponentId,
    rating: Math.round(rating),
    provisional,
  };
}

/** Send players their new place in the pool, after the commit. */
async function emitStates(tx: Tx, site: Site, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  for (const [userId, state] of await poolStatesOf(tx, site, userIds))
    site.realtime.emit(tx, [userId], 'ranked:changed', state);
}

/**
 * Join the pool. A player who is already in it keeps their place.
 * @throws AppError `newAccountLimit` for a new account; `tooOften` during a pause; `fight_open` while a fight that the
 *   player started, or a live fight, is open
 */
export async function joinPool(db: DbOrTx, site: Site, userId: number): Promise<PoolState> {
  return transaction(db, async (tx) => {
    const now = site.clock.now();
    const [row] = await lockPoolRows(tx, [userId]);
    if (row?.waiting_since) return poolStateOf(tx, site, userId);
    if (row?.paused_until && row.paused_until > now)
      throw new AppError('tooOften', RANKED_TEXTS.paused, {
        retryAfter: Math.ceil((row.paused_until.getTime() - now.getTime()) / 1000),
      });
    // As for paid fights, accounts that anyone can create in a minute must not decide about the ratings of others.
    if (site.config.rateLimits && !(await isSettled(tx, site, userId)))
      throw new AppError('newAccountLimit', RANKED_TEXTS.newAccount);
    if (await isInFight(tx, userId)) throw new AppError('fight_open');
    await insertWaiting(tx, userId, now);
    await emitStates(tx, site, [userId]);
    return poolStateOf(tx, site, userId);
  });
}

/** Lock a player and the found opponent. `other` is null if there is none, or if they no longer belong together. */
async function lockPair(
  tx: Tx,
  userId: number,
): Promise<{ own: PoolRow | undefined; other: PoolRow | null }> {
  const [seen] = await poolRowsOf(tx, [userId]);
  const ids = seen?.opponent_id ? [userId, seen.opponent_id] : [userId];
  if (ids.length > 1) await lockCharacters(tx, ids);
  const rows = await lockPoolRows(tx, ids);
  const own = rows.find((row) => row.user_id === userId);
  const other = rows.find((row) => row.user_id !== userId);
  const isPair = other?.opponent_id === userId && own?.opponent_id === other.user_id;
  return { own, other: isPair ? other : null };
}

/** Leave the pool. A player who declines a found fight counts as not answering, and the opponent keeps their place. */
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
 * Accept the found fight. When both have accepted, the fight begins. If it cannot begin, for example because a player
 * has started another fight, both keep their places.
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
      // The opponent has deleted their account.
      await returnToPool(tx, [userId]);
      await emitStates(tx, site, [userId]);
      return poolStateOf(tx, site, userId);
    }
    await markAccepted(tx, userId);
    const both = [other.user_id, userId];
    if (other.accepted) {
      const isStarted = await startRankedFight(tx, site, { attackerId: other.user_id, defenderId: userId });
      if (isStarted) await markMet(tx, other.user_id, userId);
      else await returnToPool(tx, both);
    }
    await emitStates(tx, site, other.accepted ? both : [userId]);
    return poolStateOf(tx, site, userId);
  });
}

/**
 * Separate two players whose fight was found, because `userId` has blocked the other. The other keeps their place. The
 * block counts as not answering, because players could otherwise avoid fights, and find out who the opponent is.
 */
export async function dissolvePair(
  tx: Tx,
  site: Site,
  { userId, otherId }: { userId: number; otherId: number },
): Promise<void> {
  const rows = await lockPoolRows(tx, [userId, otherId]);
  const pair = rows.filter((row) => row.opponent_id === (row.user_id === userId ? otherId : userId));
  if (pair.length === 0) return;
  await recordMissed(tx, [userId], site.clock.now());
  await returnToPool(tx, [otherId]);
  await emitStates(tx, site, [userId, otherId]);
}

/**
 * Run a wave: store which players of the pool are connected to this node, end found fights that were not accepted in
 * time, and pair waiting players. All nodes run waves, but only one of them at a time pairs players.
 */
export async function runWave(db: DbOrTx, site: Site): Promise<void> {
  if (site.readOnly.state) return;
  const inPool = await poolUserIds(db);
  if (inPool.length === 0) return;
  const now = site.clock.now();
  const here = inPool.filter((id) => site.realtime.isConnectedHere(id));
  if (here.length > 0) await transaction(db, (tx) => markHeard(tx, here, now));
  await transaction(db, async (tx) => {
    if (!(await tryWaveLock(tx))) return;
    const ended = await endExpired(tx, now);
    const gone = await removeGone(tx, new Date(now.getTime() - LIMITS.ranked.goneMs));
    const paired = await pairAll(tx, site, now);
    await emitStates(tx, site, [...ended, ...gone, ...paired]);
  });
}

/**
 * End found fights with a passed deadline, and return the players whose place has changed. If the deadline passed while
 * no wave ran, for example while the site was read-only, everyone keeps their place.
 */
async function endExpired(tx: Tx, now: Date): Promise<number[]> {
  const rows = await expiredRows(tx, now);
  const hasMissed = (row: (typeof rows)[number]) =>
    !row.accepted && now.getTime() - row.answer_until.getTime() <= LIMITS.combat.unwatchedMs;
  const kept = rows.filter((row) => !hasMissed(row)).map((row) => row.user_id);
  const missed = rows.filter(hasMissed).map((row) => row.user_id);
  if (kept.length > 0) await returnToPool(tx, kept);
  if (missed.length > 0) await recordMissed(tx, missed, now);
  return [...kept, ...missed];
}

const DRAWS = 1_000_000;
/** Return a random number from 0 to 1. */
const draw = (site: Site): number => site.secrets.randomInt(DRAWS) / DRAWS;

/** Pair waiting players, and return their ids. */
async function pairAll(tx: Tx, site: Site, now: Date): Promise<number[]> {
  const heardSince = new Date(now.getTime() - LIMITS.ranked.heardMs);
  const waiting = await lockWaiting(tx, { heardSince, now });
  if (waiting.length < 2) return [];
  const blocks = await blockPairs(
    tx,
    waiting.map(({ userId }) => userId),
  );
  const separated = new Set(blocks.map(({ userId, otherId }) => `${userId}:${otherId}`));
  const sought = waiting.map((player) => ({ ...player, rating: soughtRating(player, draw(site)) }));
  const pairs = pairWaiting(sought, now, (one, other) => !separated.has(`${one}:${other}`));
  if (pairs.length === 0) return [];
  const answerUntil = new Date(now.getTime() + LIMITS.ranked.answerMs);
  await savePairs(
    tx,
    pairs.map(([one, other]) => [one.userId, other.userId] as const),
    answerUntil,
  );
  return pairs.flatMap(([one, other]) => [one.userId, other.userId]);
}
