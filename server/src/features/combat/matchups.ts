import type { combat, Matchup, OwnStrength, Style } from '@rivalhold/shared/contract/combat.ts';
import type { Reply } from '@rivalhold/shared/contract/schema.ts';
import { rewardFor } from '@rivalhold/shared/fights/rewards.ts';
import { bestBonus } from '@rivalhold/shared/items/catalogue.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { MINUTE } from '@rivalhold/shared/time-units.ts';
import { type DbOrTx, query, queryValues, type Sql, sql } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { suspendedSql } from '../../platform/security/account-restrictions.ts';
import { perSite, type Site } from '../../platform/site.ts';
import { notBlockedSql } from '../blocks/service.ts';
import { type CharacterRow, characterOf, withRegeneration } from '../game/service.ts';
import { bestGear } from '../inventory/service.ts';
import { type PlayerRow, presentPlayer } from '../profiles/service.ts';
import { winsOverSql } from './fight-lists.ts';
import { fightSettingsOf } from './fight-settings.ts';
import { isFightOfPair, paidWinsSince } from './queries.ts';

type MatchupsReply = Reply<(typeof combat)['routes']['GET /api/combat/matchups']>;

/** A possible opponent, with the wins and losses of the caller against them. */
type OpponentRow = PlayerRow &
  Pick<CharacterRow, 'attack' | 'defense' | 'max_health' | 'wins' | 'losses'> & {
    item_ids: number[];
    won: number;
    lost: number;
    seen_style: Style | null;
  };

/**
 * Compare a player with one opponent, or with a few opponents of nearly the same level, in random order.
 * @throws AppError notFound for an opponent who does not exist, is the caller, or is separated from them by a block.
 */
export async function matchupsFor(
  db: DbOrTx,
  site: Site,
  { userId, opponentId }: { userId: number; opponentId: number | null },
): Promise<MatchupsReply> {
  const now = site.clock.now();
  const stored = await characterOf(db, userId);
  if (!stored || opponentId === userId) throw new AppError('notFound');
  const own = withRegeneration(stored, now);
  const rows =
    opponentId === null
      ? await opponentRows(db, userId, await shuffledCandidates(db, site, own), fairSql(userId, now))
      : await opponentRows(db, userId, [opponentId], sql`true`);
  if (opponentId !== null && rows.length === 0) throw new AppError('notFound');
  const since = new Date(now.getTime() - LIMITS.combat.rewardWindowMs);
  const loserIds = rows.map((row) => row.user_id);
  const counts = await paidWinsSince(db, site, { winnerId: userId, loserIds, since });
  const matchups = rows.map((row): Matchup => {
    const { loserIsNew, ...paidWins } = counts.get(row.user_id)!;
    const levels = { winnerLevel: own.level, loserLevel: row.level };
    return toMatchup(row, rewardFor({ ...levels, shareTaken: 1, loserIsNew, paidWins }));
  });
  return { own: await ownStrength(db, own), matchups };
}

async function ownStrength(db: DbOrTx, own: CharacterRow): Promise<OwnStrength> {
  const { style, temperament } = (await fightSettingsOf(db, [own.user_id])).get(own.user_id)!;
  const { level, attack, defense, wins, losses, health, energy } = own;
  const gear = await bestGear(db, own.user_id);
  return {
    level,
    attack,
    defense,
    maxHealth: own.max_health,
    ...gear,
    wins,
    losses,
    health,
    energy,
    style,
    temperament,
  };
}

function toMatchup(row: OpponentRow, reward: Matchup['reward']): Matchup {
  const { level, attack, defense, wins, losses } = row;
  return {
    opponent: presentPlayer(row),
    ...{ level, attack, defense, maxHealth: row.max_health, wins, losses },
    weapon: bestBonus(row.item_ids, 'weapon'),
    armor: bestBonus(row.item_ids, 'armor'),
    headToHead: { wins: row.won, losses: row.lost },
    seenStyle: row.seen_style,
    reward,
  };
}

/**
 * Return the given players as opponents of a player, in the given order, without deleted players and those separated
 * from the player by a block.
 */
const opponentRows = (
  db: DbOrTx,
  userId: number,
  ids: readonly number[],
  condition: Sql,
): Promise<OpponentRow[]> =>
  query(
    db,
    sql`
      select u.id as user_id, u.username, u.avatar_url, c.level, c.attack, c.defense, c.max_health, c.wins, c.losses,
        array(select item_id from inventory i where i.user_id = u.id and i.quantity > 0) as item_ids,
        ${winsOverSql(userId, sql`u.id`)} as won, ${winsOverSql(sql`u.id`, userId)} as lost,
        (select setup -> case when f.attacker_id = u.id then 'attacker' else 'defender' end -> 'style' from fights f
         where f.status = 'over' and f.winner_id in (${userId}::bigint, u.id) and ${isFightOfPair(userId, sql`u.id`)}
         order by f.ended_at desc limit 1) as seen_style
      from unnest(${ids}::bigint[]) with ordinality as candidate (id, position)
      join users u on u.id = candidate.id join characters c on c.user_id = u.id
      where u.deleted_at is null and ${notBlockedSql(userId, sql`u.id`)} and ${condition}
      order by candidate.position limit ${LIMITS.combat.suggestions}`,
  );

/**
 * SQL of the condition for suggested opponents. They are not suspended, have no open fight, and were not beaten so
 * recently that the reward would be lower.
 */
const fairSql = (userId: number, now: Date): Sql => {
  const since = new Date(now.getTime() - LIMITS.combat.rewardWindowMs);
  const pair = isFightOfPair(userId, sql`u.id`);
  return sql`u.id <> ${userId} and not ${suspendedSql(sql`u`, now)}
    and not exists (select from fights f where f.status = 'active' and ${pair})
    and not exists (select from fights f where f.status = 'over' and f.winner_id = ${userId} and f.ended_at > ${since}
      and ${pair})`;
};

/** Number of players of a level that are considered at a time, and how long all viewers share these players. */
const POOL_SIZE = 60;
const POOL_MS = MINUTE;

/** Random players by level, which all players near a level share. Each request checks which of them are available. */
class OpponentPools {
  readonly #pools = new Map<number, { ids: Promise<number[]>; at: number }>();

  /** Return players of a level around a random id. */
  read(db: DbOrTx, site: Site, level: number): Promise<number[]> {
    const at = site.clock.now().getTime();
    const pool = this.#pools.get(level);
    if (pool && Math.abs(at - pool.at) < POOL_MS) return pool.ids;
    const ids = readPool(db, site, level);
    this.#pools.set(level, { ids, at });
    ids.catch(() => this.#pools.delete(level));
    return ids;
  }
}
const poolsOf = perSite(() => new OpponentPools());

async function readPool(db: DbOrTx, site: Site, level: number): Promise<number[]> {
  const [newest = 0] = await queryValues<number>(
    db,
    sql`select user_id from characters where level = ${level} order by level desc, user_id desc limit 1`,
  );
  const from = site.secrets.randomInt(newest + 1);
  const half = (side: Sql, order: Sql) => sql`
    (select user_id from characters where level = ${level} and ${side} order by ${order} limit ${POOL_SIZE})`;
  const upwards = half(sql`user_id >= ${from}`, sql`level, user_id`);
  const downwards = half(sql`user_id < ${from}`, sql`level desc, user_id desc`);
  return queryValues<number>(db, sql`${upwards} union all ${downwards}`);
}

/** Return possible opponents: players of the same level first, then one level below and above, each in random order. */
async function shuffledCandidates(db: DbOrTx, site: Site, { level }: CharacterRow): Promise<number[]> {
  const candidates: number[] = [];
  for (const near of [level, level - 1, level + 1]) {
    const pool = [...(await poolsOf(site).read(db, site, near))];
    while (pool.length > 0) candidates.push(...pool.splice(site.secrets.randomInt(pool.length), 1));
  }
  return candidates;
}
