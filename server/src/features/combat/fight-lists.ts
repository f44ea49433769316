import type { FightInput } from '@rivalhold/shared/contract/combat.ts';
import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import {
  type DbOrTx,
  literal,
  query,
  queryFirst,
  queryValues,
  type Sql,
  sql,
  type Tx,
} from '../../platform/db/db.ts';
import { knownAsSql, notInBlockedUsersSql, notMutedSql } from '../blocks/service.ts';
import { canWatchSql } from '../fight-visibility/service.ts';
import { PlayerRow } from '../profiles/service.ts';
import type { LiveState } from './live.ts';
import { FightPair, FightRow, isFightOfPair, isInColumn, isRematchSql } from './queries.ts';

/** Return the ids of all current opponents of a player, no matter who started the fight. */
export async function openOpponents(tx: Tx, userId: number): Promise<number[]> {
  return queryValues(
    tx,
    column.integer,
    sql`select defender_id as id from fights where status = 'active' and attacker_id = ${userId}
     union all select attacker_id from fights where status = 'active' and defender_id = ${userId}`,
  );
}

/** An open fight of a player, with the data of the opponent. */
const OpenFightRow = Type.Object({
  ...PlayerRow.properties,
  ...FightPair.properties,
  id: column.integer,
  defender_seen_at: Nullable(column.date),
  last_at: column.date,
  ranked: column.boolean,
  live: column.json<LiveState>(),
  is_rematch: column.boolean,
  /** False if the opponent started the fight and the player has muted the opponent. */
  is_unmuted: column.boolean,
});
export type OpenFightRow = Static<typeof OpenFightRow>;

/** Maximum number of open fights that `openFightsOf` returns. */
const MAX_OPEN_FIGHTS = 50;

/** Return a player's open fights. The fight with the latest exchange comes first. */
export async function openFightsOf(db: DbOrTx, userId: number): Promise<OpenFightRow[]> {
  return query(
    db,
    OpenFightRow,
    sql`select f.id, f.attacker_id, f.defender_id, f.defender_seen_at, f.ranked, f.live,
            f.last_exchange_at as last_at,
            ${isRematchSql(sql`f.attacker_id`, sql`f.defender_id`, sql`f.created_at`)} as is_rematch,
            f.attacker_id = ${userId} or ${notMutedSql(userId, sql`u.id`)} as is_unmuted,
            u.id as user_id, u.username, u.avatar_url, c.level
     from (select * from fights where status = 'active' and attacker_id = ${userId}
           union all
           select * from fights where status = 'active' and defender_id = ${userId}) f
     join users u on u.id = case when f.attacker_id = ${userId} then f.defender_id else f.attacker_id end
     join characters c on c.user_id = u.id
     order by f.last_exchange_at desc, f.id desc limit ${literal(MAX_OPEN_FIGHTS)}`,
  );
}

const PastFightRow = Type.Object({
  ...PlayerRow.properties,
  id: column.integer,
  attacker_id: column.integer,
  winner_id: Nullable(column.integer),
  reward_xp: Nullable(column.integer),
  reward_coins: Nullable(column.integer),
  defeat_xp: Nullable(column.integer),
  ended_at: column.date,
  /** True if the fight counts towards the player's wins or losses. */
  is_counted: column.boolean,
  ranked: column.boolean,
  wins: column.integer,
  losses: column.integer,
});
export type PastFightRow = Static<typeof PastFightRow>;

/**
 * SQL for the condition that a finished fight counts towards its winner's `wins` in `characters`: it paid a reward.
 * Keep this condition and `isCountedLoss` consistent with `finishFight`.
 */
const IS_COUNTED_WIN = sql`(reward_xp + reward_coins > 0)`;

/** SQL for the condition that a lost fight counts towards the `losses` of the player `loser` in `characters`. */
const isCountedLoss = (loser: number): Sql =>
  sql`(not ranked and (state ->> 'exchanges')::integer > 0
    and (attacker_id = ${loser} or (state -> 'defender' ->> 'chosen')::integer > 0))`;

const wonBySql = (winner: number | Sql, other: number | Sql, isCounted: Sql): Sql =>
  sql`(select count(*)::integer from fights where status = 'over' and winner_id = ${winner}
    and ${isCounted} and ${isFightOfPair(winner, other)})`;

/** SQL for the number of a player's counted wins against an opponent. */
export const winsOverSql = (player: number, opponent: number | Sql): Sql =>
  wonBySql(player, opponent, IS_COUNTED_WIN);

/** SQL for the number of a player's counted losses against an opponent. */
export const lossesToSql = (player: number, opponent: number | Sql): Sql =>
  wonBySql(opponent, player, isCountedLoss(player));

/**
 * Return a page of a player's finished fights, latest first, with the player's counted wins and losses against each
 * opponent. The query counts these wins and losses once per opponent instead of once per fight, which is faster. Leave
 * out fights against opponents who are deleted, or hidden from the player by a block.
 */
export async function pastFightsOf(
  db: DbOrTx,
  userId: number,
  { before, limit }: { before: number; limit: number },
): Promise<PastFightRow[]> {
  const listed = (own: Sql, opponent: Sql) => sql`
    (select f.*, ${opponent} as opponent_id from fights f join users u on u.id = ${opponent}
     where ${isInColumn(own, userId)} and f.id < ${before} and f.status = 'over' and u.deleted_at is null
       and ${notInBlockedUsersSql(userId, opponent)}
     order by ${own} desc, f.id desc limit ${limit})`;
  return query(
    db,
    PastFightRow,
    sql`
      with page as materialized (
        ${listed(sql`f.attacker_id`, sql`f.defender_id`)} union all ${listed(sql`f.defender_id`, sql`f.attacker_id`)}
        order by id desc limit ${limit}
      ),
      opponents as materialized (
        select opponent_id, ${winsOverSql(userId, sql`opponent_id`)} as wins,
          ${lossesToSql(userId, sql`opponent_id`)} as losses
        from (select distinct opponent_id from page) listed
      )
      select f.id, f.attacker_id, f.winner_id, f.reward_xp, f.reward_coins, f.defeat_xp, f.ended_at, f.ranked,
        case when f.winner_id = ${userId} then ${IS_COUNTED_WIN} else ${isCountedLoss(userId)} end as is_counted,
        u.id as user_id, u.username, u.avatar_url, c.level, o.wins, o.losses
      from page f join opponents o on o.opponent_id = f.opponent_id
      join users u on u.id = f.opponent_id join characters c on c.user_id = u.id
      order by f.id desc`,
  );
}

/**
 * Return the pairs of players whose open fight has had no exchange since a given time, oldest fight first. Also filter
 * by `created_at`, because `last_exchange_at` has no index. PostgreSQL would have to update such an index with each
 * exchange.
 */
export async function abandonedFights(db: DbOrTx, before: Date, limit: number): Promise<FightPair[]> {
  return query(
    db,
    FightPair,
    sql`select attacker_id, defender_id from fights where status = 'active' and created_at <= ${before}
          and last_exchange_at <= ${before}
        order by created_at limit ${limit}`,
  );
}

const RecordRow = Type.Object({
  ...Type.Pick(FightRow, [
    'id',
    'attacker_id',
    'defender_id',
    'seed',
    'seed_hash',
    'inputs_hash',
    'attacker_nonce',
    'defender_nonce',
    'rules_version',
    'ranked',
    'setup',
    'winner_id',
    'reward_xp',
    'reward_coins',
    'defeat_xp',
    'created_at',
  ]).properties,
  ended_at: column.date,
  attacker_hp: column.integer,
  defender_hp: column.integer,
  /**
   * The attacker's name as the viewer sees it. In an anonymized copy of the site, null if the attacker has blocked the
   * viewer.
   */
  attacker_name: Nullable(column.text),
  defender_name: Nullable(column.text),
  attacker_avatar: Nullable(column.text),
  defender_avatar: Nullable(column.text),
  inputs: column.json<FightInput[]>(),
});
type RecordRow = Static<typeof RecordRow>;

/**
 * Return the record of a finished fight, with the names and avatars of both players as the viewer knows them.
 * Return undefined if the viewer is not allowed to watch the fight. For a guest, pass `NO_VIEWER` as `viewerId`.
 */
export const recordOf = (db: DbOrTx, id: number, viewerId: number): Promise<RecordRow | undefined> =>
  queryFirst(
    db,
    RecordRow,
    sql`
      select f.id, attacker_id, defender_id, seed, seed_hash, inputs_hash, attacker_nonce, defender_nonce, rules_version, ranked, setup,
        winner_id, reward_xp, reward_coins, defeat_xp, f.created_at, ended_at, (state -> 'attacker' ->> 'hp')::integer as attacker_hp,
        (state -> 'defender' ->> 'hp')::integer as defender_hp, attacker.name as attacker_name,
        attacker.avatar as attacker_avatar, defender.name as defender_name, defender.avatar as defender_avatar,
        (select coalesce(json_agg(input order by seq), '[]') from fight_inputs where fight_id = f.id) as inputs
      from fights f join users a on a.id = attacker_id join users d on d.id = defender_id
        cross join ${knownAsSql(viewerId, sql`a`)} attacker cross join ${knownAsSql(viewerId, sql`d`)} defender
      where f.id = ${id} and status = 'over' and ended_at is not null
        and ${canWatchSql(viewerId, sql`f`)}`,
  );
