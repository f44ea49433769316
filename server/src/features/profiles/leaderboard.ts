import { type Board, LeaderboardEntry, type RankedPlayer } from '@rivalhold/shared/contract/profiles.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { MINUTE, SECOND } from '@rivalhold/shared/time-units.ts';
import Type, { type Static } from 'typebox';
import { TtlValue } from '../../platform/cluster/ttl-value.ts';
import { column } from '../../platform/db/columns.ts';
import {
  type DbOrTx,
  join,
  literal,
  query,
  queryFirst,
  queryValue,
  type Sql,
  sql,
} from '../../platform/db/db.ts';
import { invalidCursorError, type PageQuery, toPage } from '../../platform/http/cursor.ts';
import { suspendedSql } from '../../platform/security/account-restrictions.ts';
import { perSite, type Site } from '../../platform/site.ts';
import { blockedIds } from '../blocks/service.ts';
import { weekOf } from '../game/service.ts';

/**
 * The end of a page of a leaderboard. `score`, `level` and `id` are the values of the last player on the
 * page. `rank` is this player's rank, and `count` is the number of players up to and including this player.
 */
type Position = { score: number; level: number; id: number; rank: number; count: number };
const BoardRow = Type.Object({ ...LeaderboardEntry.properties, score: column.integer });
type BoardRow = Static<typeof BoardRow>;
type BoardQuery = PageQuery & { board: Board; viewerId: number };
type BoardPage = { items: RankedPlayer[]; nextCursor: string | null; own: RankedPlayer | null };
/**
 * For each level, the distinct scores of its players, highest first. `total` is the number of players at this level who
 * have at least this score.
 */
type Counts = ReadonlyMap<number, readonly { score: number; total: number }[]>;

const INT_MAX = 2 ** 31 - 1;
/** The position before the first player, at which the first page begins. */
const START: Position = { score: INT_MAX, level: INT_MAX, id: 0, rank: 0, count: 0 };

const encodePosition = ({ score, level, id, rank, count }: Position): string =>
  [score, level, id, rank, count].join('.');

/**
 * Decode a cursor. Without a cursor, return the position of the first page.
 * @throws AppError `invalid` if the cursor is malformed.
 */
function decodePosition(cursor: string | undefined): Position {
  if (cursor === undefined) return START;
  const numbers = cursor.split('.').map(Number);
  const [score, level, id, rank, count] = numbers as [number, number, number, number, number];
  const isValid =
    /^\d+(\.\d+){4}$/.test(cursor) &&
    numbers.every(Number.isSafeInteger) &&
    Math.max(score, level) <= INT_MAX;
  if (!isValid) throw invalidCursorError();
  return { score, level, id, rank, count };
}

/**
 * Add each row's rank, counted from the position at which the previous page ended. Rows with the same score and level
 * share a rank.
 */
function ranked(rows: readonly BoardRow[], after: Position): (RankedPlayer & Position)[] {
  let { score, level, rank, count } = after;
  return rows.map((row) => {
    count++;
    if (row.score !== score || row.level !== level) rank = count;
    ({ score, level } = row);
    return { ...row, rank, count };
  });
}

const WINS = sql`c.wins`;
const columns = (score: Sql): Sql =>
  sql`u.id, u.username, u.avatar_url as "avatarUrl", c.level, c.wins, c.losses, ${score} as score`;
const FROM = sql`from characters c join users u on u.id = c.user_id`;
const listedSql = (now: Date): Sql => sql`u.deleted_at is null and not ${suspendedSql(sql`u`, now)}`;
const orderSql = (score: Sql): Sql => sql`order by ${score} desc, c.level desc, -c.user_id desc`;
const afterSql = (score: Sql, after: Position): Sql =>
  sql`(${score}, c.level, -c.user_id) < (${after.score}, ${after.level}, ${-after.id}::bigint)`;

/** Return the levels around a level, highest first. */
const levelsNear = (level: number): number[] =>
  Array.from({ length: 2 * LIMITS.nearLevels + 1 }, (_, index) => level + LIMITS.nearLevels - index).filter(
    (near) => near >= 1,
  );

type Read = { after: Position; limit: number; now: Date };

const readWins = (db: DbOrTx, { after, limit, now }: Read): Promise<BoardRow[]> =>
  query(
    db,
    BoardRow,
    sql`select ${columns(WINS)} ${FROM} where ${listedSql(now)} and ${afterSql(WINS, after)}
        ${orderSql(WINS)} limit ${limit}`,
  );

const readWeek = (db: DbOrTx, { after, limit, now }: Read): Promise<BoardRow[]> => {
  const score = sql`c.weekly_wins`;
  return query(
    db,
    BoardRow,
    sql`select ${columns(score)} ${FROM}
        where c.win_week = ${weekOf(now)} and c.weekly_wins > 0 and ${listedSql(now)} and ${afterSql(score, after)}
        ${orderSql(score)} limit ${limit}`,
  );
};

/** SQL for the ids of a player and their friends. */
const circleSql = (userId: number): Sql =>
  sql`(select friend_id as id from friendships where user_id = ${userId} union all select ${userId}::bigint)`;

const readFriends = (db: DbOrTx, { after, limit, now }: Read, viewerId: number): Promise<BoardRow[]> =>
  query(
    db,
    BoardRow,
    sql`select ${columns(WINS)} from ${circleSql(viewerId)} circle join characters c on c.user_id = circle.id
          join users u on u.id = c.user_id
        where ${listedSql(now)} and ${afterSql(WINS, after)} ${orderSql(WINS)} limit ${limit}`,
  );

/**
 * Return a page of the players whose levels are near `level`. For each of these levels, the statement reads a sorted
 * list from an index. It merges these lists.
 */
const readNearLevel = (db: DbOrTx, { after, limit, now }: Read, level: number): Promise<BoardRow[]> => {
  // Players with as many wins as the last player of the previous page are sorted by level, highest first, and then by
  // id. So this page can contain all of these players at lower levels, none at higher levels, and at the same level
  // only those with higher ids.
  const firstId = (near: number) =>
    near < after.level ? 0 : near === after.level ? after.id : Number.MAX_SAFE_INTEGER;
  const parts = levelsNear(level).map(
    (near) => sql`
      (select ${columns(WINS)} ${FROM}
       where c.level = ${near} and ${listedSql(now)} and (c.wins, -c.user_id) < (${after.score}, ${-firstId(near)}::bigint)
       order by c.wins desc, -c.user_id desc limit ${limit})`,
  );
  return query(
    db,
    BoardRow,
    sql`select * from (${join(parts, ' union all ')}) near
        order by score desc, level desc, id limit ${limit}`,
  );
};

const PlayerCount = Type.Object({
  level: column.integer,
  score: column.integer,
  players: column.integer,
});

/**
 * Count the players by level and wins. The wins are either all wins or the wins of the current week. Suspended players
 * are not counted. Deleted players can be counted: they are at level 1 and have no wins, so they are ahead of nobody.
 */
async function countPlayers(db: DbOrTx, board: 'wins' | 'week', now: Date): Promise<Counts> {
  const score = board === 'wins' ? WINS : sql`c.weekly_wins`;
  const counted =
    board === 'wins' ? sql`true` : sql`c.win_week = ${literal(weekOf(now))} and c.weekly_wins > 0`;
  const rows = await query(
    db,
    PlayerCount,
    sql`
      select level, score, sum(players)::integer as players from (
        select c.level, ${score} as score, count(*) as players from characters c where ${counted} group by 1, 2
        union all
        select c.level, ${score}, -1 from users u join characters c on c.user_id = u.id
        where ${suspendedSql(sql`u`, now)} and ${counted}
      ) counted group by level, score order by level, score desc`,
  );
  const counts = new Map<number, { score: number; total: number }[]>();
  for (const row of rows) {
    const scores = counts.get(row.level) ?? [];
    scores.push({ score: row.score, total: (scores.at(-1)?.total ?? 0) + row.players });
    counts.set(row.level, scores);
  }
  return counts;
}

/**
 * Count the players of the given levels who are ahead of a player with this score and level: they have more wins, or
 * the same number of wins and a higher level.
 */
function countBetter(
  counts: Counts,
  { score, level }: { score: number; level: number },
  levels: Iterable<number>,
): number {
  let better = 0;
  for (const other of levels) {
    const scores = counts.get(other) ?? [];
    const least = other > level ? score : score + 1;
    // Binary search for the last score in the list that is at least `least`.
    let [low, high] = [0, scores.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (scores[middle]!.score >= least) low = middle + 1;
      else high = middle;
    }
    better += scores[low - 1]?.total ?? 0;
  }
  return better;
}

/** Cache time of the first page of a board. */
const FIRST_PAGE_MS = SECOND;
/** Cache time of the counts that determine ranks. */
const COUNTS_MS = MINUTE;

/** The leaderboards. Players are ordered by wins, then by level, then by age of the account. */
export class Leaderboard {
  readonly #site: Site;
  readonly #first: Record<'wins' | 'week', TtlValue<BoardRow[]>>;
  readonly #counts: Record<'wins' | 'week', TtlValue<Counts>>;

  constructor(site: Site) {
    this.#site = site;
    const limit = LIMITS.leaderboardPage + 1;
    const first = (load: typeof readWins) =>
      new TtlValue(site, FIRST_PAGE_MS, (db, now) => load(db, { after: START, limit, now }));
    const counts = (board: 'wins' | 'week') =>
      new TtlValue(site, COUNTS_MS, (db, now) => countPlayers(db, board, now));
    this.#first = { wins: first(readWins), week: first(readWeek) };
    this.#counts = { wins: counts('wins'), week: counts('week') };
  }

  /** Return the top players by wins. */
  async read(db: DbOrTx): Promise<LeaderboardEntry[]> {
    return (await this.#first.wins.read(db)).slice(0, LIMITS.topPlayers);
  }

  /**
   * Return a page of a board, and the viewer's own entry. Leave out players hidden from the viewer by a block. They
   * still count, so that ranks are the same for all viewers.
   * @throws AppError `invalid` for a malformed cursor.
   */
  async page(reads: DbOrTx, { board, viewerId, cursor, limit }: BoardQuery): Promise<BoardPage> {
    const after = decodePosition(cursor);
    const now = this.#site.clock.now();
    const viewer = ownRow(reads, viewerId, now);
    const [own, rows, blocked] = await Promise.all([
      viewer,
      this.#rows(reads, { board, viewerId, viewer }, { after, limit: limit + 1, now }),
      blockedIds(this.#site.db, viewerId),
    ]);
    const hidden = new Set(blocked);
    const { items, nextCursor } = toPage(ranked(rows, after), limit, encodePosition);
    return {
      items: items.filter(({ id }) => !hidden.has(id)),
      nextCursor,
      own: own ? await this.#withRank(reads, board, own) : null,
    };
  }

  /** Return a player's rank on the board of all wins. Return null if the player has no wins. */
  async rankOf(db: DbOrTx, userId: number): Promise<number | null> {
    const row = await ownRow(db, userId, this.#site.clock.now());
    return row && row.wins > 0 ? ((await this.#withRank(db, 'wins', row))?.rank ?? null) : null;
  }

  async #rows(
    db: DbOrTx,
    { board, viewerId, viewer }: { board: Board; viewerId: number; viewer: Promise<OwnRow | undefined> },
    read: Read,
  ): Promise<BoardRow[]> {
    const isFirst = read.after === START && read.limit === LIMITS.leaderboardPage + 1;
    switch (board) {
      case 'wins':
        return isFirst ? this.#first.wins.read(db) : readWins(db, read);
      case 'week':
        return isFirst ? this.#first.week.read(db) : readWeek(db, read);
      case 'friends':
        return readFriends(db, read, viewerId);
      case 'level':
        return readNearLevel(db, read, (await viewer)?.level ?? 1);
    }
  }

  /**
   * Return a player's entry. Its rank is one more than the number of better players. Return null for the board of the
   * week if the player has no wins in this week.
   */
  async #withRank(db: DbOrTx, board: Board, row: OwnRow): Promise<RankedPlayer | null> {
    const { weeklyWins, ...entry } = row;
    const own = { ...entry, score: board === 'week' ? weeklyWins : entry.wins };
    if (board === 'week' && own.score === 0) return null;
    if (board === 'friends')
      return { ...own, rank: 1 + (await countBetterFriends(db, own, this.#site.clock.now())) };
    const counts = await this.#counts[board === 'week' ? 'week' : 'wins'].read(db);
    const levels = board === 'level' ? levelsNear(own.level) : counts.keys();
    return { ...own, rank: 1 + countBetter(counts, own, levels) };
  }
}

const OwnRow = Type.Object({ ...LeaderboardEntry.properties, weeklyWins: column.integer });
type OwnRow = Static<typeof OwnRow>;

const ownRow = (db: DbOrTx, viewerId: number, now: Date): Promise<OwnRow | undefined> =>
  queryFirst(
    db,
    OwnRow,
    sql`select u.id, u.username, u.avatar_url as "avatarUrl", c.level, c.wins, c.losses,
          case when c.win_week = ${weekOf(now)} then c.weekly_wins else 0 end as "weeklyWins"
        ${FROM} where u.id = ${viewerId}`,
  );

const countBetterFriends = (
  db: DbOrTx,
  { id, score, level }: { id: number; score: number; level: number },
  now: Date,
): Promise<number> =>
  queryValue(
    db,
    column.integer,
    sql`select count(*)::integer from ${circleSql(id)} circle join characters c on c.user_id = circle.id
          join users u on u.id = c.user_id
        where ${listedSql(now)} and (c.wins, c.level) > (${score}, ${level})`,
  );

/** Return the leaderboards of a site. All routes that read a leaderboard share them. */
export const leaderboardOf = perSite((site) => new Leaderboard(site));
