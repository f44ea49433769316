import type {
  RatingBoard,
  RatingChange,
  RatingHistory,
  RatingSummary,
} from '@rivalhold/shared/contract/ratings.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { isProvisional, RATING_NUMBERS } from '@rivalhold/shared/ratings/glicko2.ts';
import { leagueOf } from '@rivalhold/shared/ratings/leagues.ts';
import { MINUTE } from '@rivalhold/shared/time-units.ts';
import { TtlValue } from '../../platform/cluster/ttl-value.ts';
import type { DbOrTx, Tx } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { invalidCursorError, type PageQuery, toPage } from '../../platform/http/cursor.ts';
import { perSite, type Site } from '../../platform/site.ts';
import { assertVisible, blockedIds } from '../blocks/service.ts';
import { presentPlayer, profileExists } from '../profiles/service.ts';
import { changesByFight, ratingNow, unrated } from './changes.ts';
import {
  type BoardPosition,
  boardRatings,
  boardRows,
  changesOf,
  countRatedFights,
  type RatingRow,
  ratingsOf,
  saveChanges,
} from './queries.ts';

export { type RatingsVerification, verifyRatings } from './verify.ts';

/**
 * Change the ratings of both players of a finished ranked fight. The caller must lock both characters, so that the
 * changes in a player's rating are made one after another. After two rated fights between the same players within a
 * day, further fights between them are not rated.
 * @returns false if the fight is not rated
 */
export async function recordRatedFight(
  tx: Tx,
  { fightId, winnerId, loserId, at }: { fightId: number; winnerId: number; loserId: number; at: Date },
): Promise<boolean> {
  const since = new Date(at.getTime() - LIMITS.ranked.pairWindowMs);
  const earlier = await countRatedFights(tx, { userId: winnerId, opponentId: loserId, since });
  if (earlier >= LIMITS.ranked.ratedPerPair) return false;
  const rows = await ratingsOf(tx, [winnerId, loserId]);
  const winner = rows.get(winnerId) ?? unrated(winnerId, at);
  const loser = rows.get(loserId) ?? unrated(loserId, at);
  await saveChanges(tx, changesByFight({ winner, loser }, fightId, at));
  return true;
}

function toSummary(row: RatingRow, now: Date): RatingSummary {
  const current = ratingNow(row, now);
  return {
    rating: Math.round(current.rating),
    deviation: Math.round(current.deviation),
    provisional: isProvisional(current),
    league: leagueOf(current.rating),
    fights: row.fights,
  };
}

/** Return a player's rating as the site shows it. Return null if the player has no rated fight. */
async function summaryOf(db: DbOrTx, userId: number, now: Date): Promise<RatingSummary | null> {
  const row = (await ratingsOf(db, [userId])).get(userId);
  return row ? toSummary(row, now) : null;
}

/**
 * Return the rating of each player by player id, and whether this rating is provisional. A player without a rated fight
 * has the start rating.
 */
export async function currentRatings(
  db: DbOrTx,
  userIds: readonly number[],
  now: Date,
): Promise<Map<number, { rating: number; provisional: boolean }>> {
  const rows = await ratingsOf(db, userIds);
  return new Map(
    userIds.map((id) => {
      const current = ratingNow(rows.get(id) ?? unrated(id, now), now);
      return [id, { rating: Math.round(current.rating), provisional: isProvisional(current) }];
    }),
  );
}

/**
 * Return a player's rating and its latest changes.
 * @throws AppError `notFound` for a player who does not exist or is separated from the viewer by a block.
 */
export async function ratingHistory(
  db: DbOrTx,
  { userId, viewerId, now }: { userId: number; viewerId: number; now: Date },
): Promise<RatingHistory> {
  await assertVisible(db, viewerId, userId);
  if (!(await profileExists(db, userId))) throw new AppError('notFound');
  const rows = await changesOf(db, { userId, viewerId, limit: LIMITS.ranked.history });
  return {
    current: await summaryOf(db, userId, now),
    changes: rows.map(
      ({ opponent, ...row }): RatingChange => ({
        fightId: row.visible_fight_id,
        opponent,
        opponentRating: Math.round(row.opponent_rating),
        won: row.won,
        before: Math.round(row.rating_before),
        after: Math.round(row.rating_after),
        deviation: Math.round(row.deviation_after),
        at: row.changed_at.toISOString(),
      }),
    ),
  };
}

/** The end of a page of the board: the position and the rank of the last player on this page. */
type PageEnd = BoardPosition & { rank: number };

/** The position before the first player, at which the first page begins. */
const START: PageEnd = { rating: Number.MAX_VALUE, user_id: 0, rank: 0 };

const encodePageEnd = ({ rating, user_id, rank }: PageEnd): string => [rating, user_id, rank].join('_');

/**
 * Decode a cursor. Without a cursor, return the position of the first page.
 * @throws AppError `invalid` if the cursor is malformed
 */
function decodePageEnd(cursor: string | undefined): PageEnd {
  if (cursor === undefined) return START;
  const [, rating, userId, rank] = /^(-?\d+(?:\.\d+)?)_(\d+)_(\d+)$/.exec(cursor)?.map(Number) ?? [];
  if (!Number.isFinite(rating) || !Number.isSafeInteger(userId) || !Number.isSafeInteger(rank))
    throw invalidCursorError();
  return { rating: rating!, user_id: userId!, rank: rank! };
}

/**
 * The ratings of all players on the board, from which a viewer's own rank is computed. They are the same for all
 * viewers, and cached for a minute.
 */
const boardRatingsOf = perSite((site) => new TtlValue(site, MINUTE, boardRatings));

/** Return a player's own rating, with its rank if it is on the board. Return null if there is no rated fight. */
async function ownRating(db: DbOrTx, site: Site, userId: number): Promise<RatingBoard['own']> {
  const now = site.clock.now();
  const row = (await ratingsOf(db, [userId])).get(userId);
  if (!row) return null;
  const isListed = ratingNow(row, now).deviation <= RATING_NUMBERS.boardDeviation;
  const ratings = isListed ? await boardRatingsOf(site).read(db) : [];
  const better = ratings.findIndex((rating) => rating <= row.rating);
  return {
    ...toSummary(row, now),
    rank: isListed ? 1 + (better === -1 ? ratings.length : better) : null,
  };
}

/**
 * Return a page of the board of reliable ratings, and the viewer's own rating with its rank. Leave out players hidden
 * from the viewer by a block. They still count, so that ranks are the same for all viewers.
 * @throws AppError `invalid` for a malformed cursor
 */
export async function ratingBoard(
  db: DbOrTx,
  site: Site,
  { viewerId, cursor, limit }: PageQuery & { viewerId: number },
): Promise<RatingBoard> {
  const after = decodePageEnd(cursor);
  const now = site.clock.now();
  const rows = await boardRows(db, { after, limit: limit + 1, now });
  const ranked = rows.map((row, index) => ({ ...row, rank: after.rank + index + 1 }));
  const { items, nextCursor } = toPage(ranked, limit, encodePageEnd);
  const hidden = new Set(await blockedIds(db, viewerId));
  return {
    items: items
      .filter((row) => !hidden.has(row.user_id))
      .map((row) => ({ rank: row.rank, player: presentPlayer(row), rating: toSummary(row, now) })),
    nextCursor,
    own: await ownRating(db, site, viewerId),
  };
}
