import {
  type Choice,
  Combatant,
  type FightInput,
  type Move,
  Side,
} from '@rivalhold/shared/contract/combat.ts';
import type { TitleId } from '@rivalhold/shared/contract/goals.ts';
import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import type { FightSetup, FightState } from '@rivalhold/shared/fights/fight.ts';
import type { Defeat, PaidWins } from '@rivalhold/shared/fights/rewards.ts';
import { knowsRules, replayFight } from '@rivalhold/shared/fights/rules.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import {
  type DbOrTx,
  execute,
  join,
  literal,
  query,
  queryExists,
  queryFirst,
  queryFirstValue,
  queryOne,
  queryValue,
  type Sql,
  sql,
  type Tx,
} from '../../platform/db/db.ts';
import { suspendedSql } from '../../platform/security/account-restrictions.ts';
import { settledSql } from '../../platform/security/settled-accounts.ts';
import type { Site } from '../../platform/site.ts';
import { CHARACTER_COLUMNS, CharacterRow, updateCharactersSql } from '../game/service.ts';
import { chosenTitleSql } from '../goals/service.ts';
import type { LiveState } from './live.ts';

/** The two players of a fight. */
export const FightPair = Type.Object({ attacker_id: column.integer, defender_id: column.integer });
export type FightPair = Static<typeof FightPair>;

export const FightRow = Type.Object({
  ...FightPair.properties,
  id: column.integer,
  status: Type.Enum(['active', 'over']),
  seed: column.text,
  seed_hash: column.text,
  inputs_hash: column.text,
  attacker_nonce: column.text,
  defender_nonce: column.text,
  rules_version: column.integer,
  /** True for a ranked fight, in which neither the characters nor the inventories of the players matter. */
  ranked: column.boolean,
  setup: column.json<FightSetup>(),
  /**
   * State of the fight. Its `log` is not stored, so it contains only the lines that were added after the row was read.
   * `fightWithLog` also returns earlier lines.
   */
  state: column.json<FightState>(),
  live: column.json<LiveState>(),
  deadline_at: Nullable(column.date),
  input_count: column.integer,
  /** Version number of this row, which increases with each change. */
  revision: column.integer,
  winner_id: Nullable(column.integer),
  reward_xp: Nullable(column.integer),
  reward_coins: Nullable(column.integer),
  defeat_xp: Nullable(column.integer),
  attacker_last_action_at: Nullable(column.date),
  defender_last_action_at: Nullable(column.date),
  last_exchange_at: column.date,
  created_at: column.date,
  ended_at: Nullable(column.date),
});
export type FightRow = Static<typeof FightRow>;

const COLUMNS = sql`id, attacker_id, defender_id, status, seed, seed_hash, inputs_hash, attacker_nonce, defender_nonce, rules_version, ranked, setup, state, live, deadline_at, input_count, revision,
  winner_id, reward_xp, reward_coins, defeat_xp, attacker_last_action_at, defender_last_action_at, last_exchange_at, created_at, ended_at`;

/**
 * SQL for the condition that a fight is between two players, no matter which of them started it. Each player is an id
 * or a column. The condition matches the expression indexes on pairs of players.
 */
export const isFightOfPair = (one: number | Sql, other: number | Sql): Sql =>
  sql`least(attacker_id, defender_id) = least(${one}::bigint, ${other}::bigint)
    and greatest(attacker_id, defender_id) = greatest(${one}::bigint, ${other}::bigint)`;
/**
 * SQL for the condition that `column`, which is `attacker_id` or `defender_id`, is `userId`. It uses `between` instead
 * of `=`, so that a list ordered by `column` and id uses the index on both columns. With `=`, the planner could instead
 * read all fights in order of id.
 */
export const isInColumn = (column: Sql, userId: number): Sql =>
  sql`${column} between ${userId} and ${userId}`;
const isOpenFightOfPair = (one: number, other: number): Sql =>
  sql`status = 'active' and ${isFightOfPair(one, other)}`;

/**
 * Lock and return the open fight between two players, no matter who started it. The caller must have locked their
 * characters.
 */
export async function lockOpenFight(tx: Tx, one: number, other: number): Promise<FightRow | undefined> {
  return queryFirst(
    tx,
    FightRow,
    sql`select ${COLUMNS} from fights where ${isOpenFightOfPair(one, other)} for update`,
  );
}

/** Two characters as JSON, in which times are text. Null if neither exists. */
const Characters = Nullable(
  Type.Array(Type.Object({ ...CharacterRow.properties, health_at: column.text, energy_at: column.text })),
);
/** If there is no open fight, all columns of the fight are null. */
const CharactersAndFight = Type.Union([
  Type.Object({ characters: Characters, ...FightRow.properties }),
  Type.Object({ characters: Characters, id: Type.Null() }),
]);

/**
 * In one statement, lock two characters in order of id, and then their open fight. The statement looks for the fight
 * only after it has counted the locked characters, so that they are locked first.
 */
export async function lockCharactersAndFight(
  tx: Tx,
  one: number,
  other: number,
): Promise<{ characters: CharacterRow[]; fight: FightRow | null }> {
  const { characters, ...fight } = await queryOne(
    tx,
    CharactersAndFight,
    sql`
      with locked as (
        select ${CHARACTER_COLUMNS} from characters c where c.user_id in (${one}, ${other})
        order by c.user_id for update
      ), fight as (
        select ${COLUMNS} from fights
        where ${isOpenFightOfPair(one, other)} and (select count(*) from locked) = 2 for update
      )
      select (select jsonb_agg(to_jsonb(l)) from locked l) as characters, fight.*
      from (values (1)) always left join fight on true`,
  );
  return {
    characters: (characters ?? []).map((stored) => ({
      ...stored,
      health_at: new Date(stored.health_at),
      energy_at: new Date(stored.energy_at),
    })),
    fight: fight.id === null ? null : fight,
  };
}

const FightWithInputs = Type.Object({ ...FightRow.properties, inputs: column.json<FightInput[]>() });

/**
 * Return a fight with the latest lines of its log, or undefined if there is no such fight. The log is not stored,
 * because the inputs determine it. It is empty if this node does not know the fight's rules.
 */
export async function fightWithLog(db: DbOrTx, id: number): Promise<FightRow | undefined> {
  const row = await queryFirst(
    db,
    FightWithInputs,
    sql`select ${COLUMNS},
          (select coalesce(json_agg(input order by seq), '[]') from fight_inputs where fight_id = fights.id) as inputs
        from fights where id = ${id}`,
  );
  if (!row) return undefined;
  const { inputs, ...fight } = row;
  const { setup, seed, state } = fight;
  const nonces = { attacker: fight.attacker_nonce, defender: fight.defender_nonce };
  const log = knowsRules(fight.rules_version) ? replayFight({ setup, nonces, inputs, seed }).state.log : [];
  return { ...fight, state: { ...state, log } };
}

/** Return a fight in which a player takes part, or undefined. */
export async function ownFightOf(db: DbOrTx, id: number, userId: number): Promise<FightRow | undefined> {
  return queryFirst(
    db,
    FightRow,
    sql`select ${COLUMNS} from fights where id = ${id} and ${userId} in (attacker_id, defender_id)`,
  );
}

/** Return the side of a player in a fight. */
export const sideOf = (fight: Pick<FightRow, 'attacker_id'>, userId: number): Side =>
  fight.attacker_id === userId ? 'attacker' : 'defender';

/**
 * Time in ms after the defender's last activity at which the defender no longer counts as active in a fight without a
 * deadline. From then on, a heal or an item that the defender uses on themselves is no longer a move in this fight.
 */
const RECENT_MS = 60_000;

const ActiveFight = Type.Object({ id: column.integer, opponentId: column.integer });

/**
 * Return the open fight in which a player last acted. A fight in which the player is the defender counts only if the
 * player currently takes part in it.
 */
export async function lastActiveFight(
  db: DbOrTx,
  userId: number,
  now: Date,
): Promise<Static<typeof ActiveFight> | undefined> {
  return queryFirst(
    db,
    ActiveFight,
    sql`select id, "opponentId" from (
       select id, defender_id as "opponentId", coalesce(attacker_last_action_at, created_at) as acted_at
       from fights where status = 'active' and attacker_id = ${userId}
       union all
       select id, attacker_id, coalesce(defender_last_action_at, defender_seen_at)
       from fights where status = 'active' and defender_id = ${userId} and defender_seen_at is not null
         and (deadline_at is not null or (live->'defender'->>'lastSeenAt')::bigint > ${now.getTime() - RECENT_MS}::bigint)
     ) own order by acted_at desc, id desc limit 1`,
  );
}

/** SQL for the condition that two players have finished a fight within `rematchMs` before a given time. */
export const isRematchSql = (one: number | Sql, other: number | Sql, time: Date | Sql): Sql =>
  sql`exists (select 1 from fights
    where status = 'over' and winner_id in (${one}, ${other}) and ${isFightOfPair(one, other)}
      and ended_at > ${time}::timestamptz - ${literal(LIMITS.combat.rematchMs)} * interval '1 millisecond')`;

/** Report whether a fight began within `rematchMs` after another fight between the same players ended. */
export const isRematch = (db: DbOrTx, fight: FightRow): Promise<boolean> =>
  queryValue(
    db,
    column.boolean,
    sql`select ${isRematchSql(fight.attacker_id, fight.defender_id, fight.created_at)}`,
  );

/** Return the winner of the latest finished fight between two players. */
export async function lastWinner(db: DbOrTx, one: number, other: number): Promise<number | undefined> {
  return queryFirstValue(
    db,
    column.integer,
    sql`select winner_id from fights
        where status = 'over' and winner_id in (${one}, ${other}) and ${isFightOfPair(one, other)}
        order by ended_at desc limit 1`,
  );
}

const SealedChoice = Type.Object({
  side: Side,
  move: column.code<Move>(),
  item_id: Nullable(column.integer),
});

/** Return the sealed choices of a fight and delete them. Requires a lock on the fight. */
export async function takeChoices(tx: Tx, fightId: number): Promise<Partial<Record<Side, Choice>>> {
  const rows = await query(
    tx,
    SealedChoice,
    sql`delete from fight_choices where fight_id = ${fightId} returning side, move, item_id`,
  );
  return Object.fromEntries(rows.map(({ side, move, item_id }) => [side, { move, itemId: item_id }]));
}

/** Return the players of open fights whose deadline has passed, earliest deadline first. */
export async function overdueFights(db: DbOrTx, now: Date, limit: number): Promise<FightPair[]> {
  return query(
    db,
    FightPair,
    sql`select attacker_id, defender_id from fights where deadline_at <= ${now} order by deadline_at limit ${limit}`,
  );
}

/** Lock and return all live fights, including fights whose challenge is not answered yet. */
export async function lockLiveFights(tx: Tx): Promise<FightRow[]> {
  return query(
    tx,
    FightRow,
    sql`select ${COLUMNS} from fights where status = 'active' and deadline_at is not null order by id for update`,
  );
}

/**
 * Add the time since `since` to `last_exchange_at` of each open fight, so that this time does not count towards
 * abandoning the fight. Do not exceed `now`. Leave out ranked fights, which are never abandoned.
 */
export async function postponeLastExchanges(
  tx: Tx,
  { since, now }: { since: Date; now: Date },
): Promise<void> {
  await execute(
    tx,
    sql`update fights
        set last_exchange_at = least(last_exchange_at + (${now}::timestamptz - ${since}::timestamptz), ${now})
        where status = 'active' and not ranked`,
  );
}

/** Save the live states, deadlines and revisions of fights. */
export async function saveLiveStates(tx: Tx, fights: readonly FightRow[]): Promise<void> {
  const rows = fights.map(({ id, live, deadline_at, revision }) => ({ id, live, deadline_at, revision }));
  await execute(
    tx,
    sql`update fights set live = changed.live, deadline_at = changed.deadline_at, revision = changed.revision
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as changed (id bigint, live jsonb, deadline_at timestamptz, revision integer)
        where fights.id = changed.id`,
  );
}

const LiveFight = Type.Object({ ...FightPair.properties, isChallengePending: column.boolean });

/** Return a player's live fights, including fights whose challenge is not answered yet. */
export async function liveFightsOf(db: DbOrTx, userId: number): Promise<Static<typeof LiveFight>[]> {
  return query(
    db,
    LiveFight,
    sql`select attacker_id, defender_id, live->>'challengeExpiresAt' is not null as "isChallengePending" from fights
        where status = 'active' and deadline_at is not null and ${userId} in (attacker_id, defender_id)`,
  );
}

const RankedOpponent = Type.Object({ userId: column.integer, opponentId: column.integer });

/** Return the current opponents of the given players in ranked fights, by player id. */
export async function rankedOpponentsOf(
  db: DbOrTx,
  userIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await query(
    db,
    RankedOpponent,
    sql`select attacker_id as "userId", defender_id as "opponentId" from fights
        where status = 'active' and ranked and attacker_id = any (${userIds}::bigint[])
        union all
        select defender_id, attacker_id from fights
        where status = 'active' and ranked and defender_id = any (${userIds}::bigint[])`,
  );
  return new Map(rows.map(({ userId, opponentId }) => [userId, opponentId]));
}

/**
 * SQL for the condition that a player cannot begin a ranked fight: a fight that the player started is open, or the
 * player takes part in a live fight. A challenge that the player has not answered does not count, so that nobody can
 * use challenges to keep others out of ranked fights.
 */
export const isInFightSql = (userId: number | Sql): Sql => sql`exists (
  select 1 from fights where status = 'active' and attacker_id = ${userId}
  union all
  select 1 from fights where status = 'active' and defender_id = ${userId} 
     and (ranked or deadline_at is not null and live->>'challengeExpiresAt' is null))`;

/** Report whether a player cannot begin a ranked fight because of another fight. */
export const isInFight = (db: DbOrTx, userId: number): Promise<boolean> =>
  queryExists(db, sql`select 1 where ${isInFightSql(userId)}`);

/**
 * Report whether an open fight prevents a ranked fight between two players: either `isInFight` is true for one of them,
 * or there is an open fight between the two.
 */
export async function haveOpenFights(tx: Tx, [one, other]: readonly number[]): Promise<boolean> {
  return queryExists(
    tx,
    sql`select 1 where ${isInFightSql(one!)} or ${isInFightSql(other!)}
        or exists (select 1 from fights where ${isOpenFightOfPair(one!, other!)})`,
  );
}

/** Count the live challenges of one player to another since a given time. */
export async function challengesSince(
  db: DbOrTx,
  { from, to, since }: { from: number; to: number; since: Date },
): Promise<number> {
  return queryValue(
    db,
    column.integer,
    sql`select count(*)::integer from fights
        where ${isFightOfPair(from, to)} and attacker_id = ${from}
          and (live->>'isLiveChallenge')::boolean and created_at > ${since}`,
  );
}

/** Mark the challenge of a fight as sent, and return true if it was not sent before. */
export async function markChallengeSent(db: DbOrTx, fightId: number, at: Date): Promise<boolean> {
  return queryExists(
    db,
    sql`update fights set challenge_sent_at = ${at} where id = ${fightId} and challenge_sent_at is null returning id`,
  );
}

/** Reserve and return the id of a new fight. */
export async function nextFightId(tx: Tx): Promise<number> {
  return queryValue(tx, column.integer, sql`select nextval(pg_get_serial_sequence('fights', 'id')) as id`);
}

const toStoredState = ({ state }: FightRow): string => JSON.stringify({ ...state, log: [] });

/** Insert a fight. */
export async function insertFight(tx: Tx, row: FightRow): Promise<void> {
  await execute(
    tx,
    sql`
      insert into fights (id, attacker_id, defender_id, status, seed, seed_hash, inputs_hash, rules_version, ranked, setup,
        state, live, deadline_at, challenge_sent_at, defender_seen_at, input_count, last_exchange_at, created_at)
      values (${row.id}, ${row.attacker_id}, ${row.defender_id}, ${row.status}, ${row.seed}, ${row.seed_hash},
        ${row.inputs_hash}, ${row.rules_version}, ${row.ranked}, ${JSON.stringify(row.setup)}::jsonb, ${toStoredState(row)}::jsonb,
        ${JSON.stringify(row.live)}::jsonb, ${row.deadline_at}, ${row.deadline_at && row.created_at},
        ${row.ranked ? row.created_at : null}, ${row.input_count}, ${row.last_exchange_at}, ${row.created_at})`,
  );
}

/** Save a fight with its new inputs and sealed choice, and the characters that it changed. */
export async function saveFightAndCharacters(
  tx: Tx,
  row: FightRow,
  {
    added,
    sealed,
    characters,
    at,
  }: {
    added: readonly FightInput[];
    sealed: { side: Side; choice: Choice } | null;
    characters: readonly CharacterRow[];
    at: Date;
  },
): Promise<void> {
  const first = row.input_count - added.length + 1;
  const inputs =
    added.length > 0
      ? sql`insert into fight_inputs (fight_id, seq, input, created_at) values ${join(
          added.map((input, n) => sql`(${row.id}, ${first + n}, ${JSON.stringify(input)}::jsonb, ${at})`),
        )}`
      : sql`select`;
  const choices = sealed
    ? sql`insert into fight_choices (fight_id, side, move, item_id)
          values (${row.id}, ${sealed.side}, ${sealed.choice.move}, ${sealed.choice.itemId})`
    : sql`select`;
  await execute(
    tx,
    sql`
      with added as (
        ${inputs}
      ), changed as (
        ${updateCharactersSql(characters)}
      ), chosen as (
        ${choices}
      )
      update fights set status = ${row.status}, inputs_hash = ${row.inputs_hash}, attacker_nonce = ${row.attacker_nonce},
        defender_nonce = ${row.defender_nonce}, live = ${JSON.stringify(row.live)}::jsonb,
        deadline_at = ${row.deadline_at}, state = ${toStoredState(row)}::jsonb, input_count = ${row.input_count},
        revision = ${row.revision},
        winner_id = ${row.winner_id}, reward_xp = ${row.reward_xp}, reward_coins = ${row.reward_coins},
        defeat_xp = ${row.defeat_xp},
        attacker_last_action_at = ${row.attacker_last_action_at}, defender_last_action_at = ${row.defender_last_action_at},
        last_exchange_at = ${row.last_exchange_at}, ended_at = ${row.ended_at}
      where id = ${row.id}`,
  );
}

/** Mark a fight as seen by its defender. Do nothing for other players. */
export async function markSeen(db: DbOrTx, fightId: number, userId: number, at: Date): Promise<void> {
  await execute(
    db,
    sql`update fights set defender_seen_at = ${at} where id = ${fightId} and defender_id = ${userId}
        and defender_seen_at is null`,
  );
}

const PaidWinsRow = Type.Object({
  loserId: column.integer,
  overOpponent: column.integer,
  overNewAccounts: column.integer,
  overAll: column.integer,
  loserIsNew: column.boolean,
});

/**
 * Count a player's paid wins since a given time. For each of the given opponents, return the number of wins
 * over this opponent, over all new accounts, and over all players. Whether an account counts as new depends
 * on its state now, not at the time of the win. Deleted accounts count as new. Otherwise, a player who wins over
 * accounts of their own could reset the limit by deleting them.
 * @returns the counts by the id of the opponent.
 */
export async function paidWinsSince(
  db: DbOrTx,
  site: Site,
  { winnerId, loserIds, since }: { winnerId: number; loserIds: readonly number[]; since: Date },
): Promise<Map<number, PaidWins & { loserIsNew: boolean }>> {
  const isNew = sql`(users.deleted_at is not null or not ${settledSql(site, sql`users`)})`;
  const rows = await query(
    db,
    PaidWinsRow,
    sql`
      with paid as (
        select case when attacker_id = ${winnerId} then defender_id else attacker_id end as loser_id from fights
        where status = 'over' and winner_id = ${winnerId} and ended_at > ${since} and reward_xp + reward_coins > 0
      )
      select loser.id as "loserId",
        (select count(*)::integer from paid where loser_id = loser.id) as "overOpponent",
        (select count(*)::integer from paid where loser_id in (select id from users where ${isNew})) as "overNewAccounts",
        (select count(*)::integer from paid) as "overAll",
        exists (select from users where id = loser.id and ${isNew}) as "loserIsNew"
      from unnest(${loserIds}::bigint[]) as loser (id)`,
  );
  return new Map(rows.map(({ loserId, ...counts }) => [loserId, counts]));
}

/**
 * SQL for the id of the player who lost a finished fight. The SQL matches the expression of the index on paid
 * defeats.
 */
export const LOSER = sql`case when winner_id = attacker_id then defender_id else attacker_id end`;

const PaidDefeats = Type.Object({ overAll: column.integer, byOpponent: column.integer });

/** Count a player's paid defeats since a given time, in total and against one opponent. */
export async function paidDefeatsSince(
  db: DbOrTx,
  { loserId, winnerId, since }: { loserId: number; winnerId: number; since: Date },
): Promise<Defeat['paidDefeats']> {
  return queryOne(
    db,
    PaidDefeats,
    sql`select count(*)::integer as "overAll",
          (count(*) filter (where winner_id = ${winnerId}))::integer as "byOpponent"
        from fights where (${LOSER}) = ${loserId} and defeat_xp > 0 and ended_at > ${since}`,
  );
}

const CombatantRow = Type.Object({
  ...Combatant.properties,
  title: Nullable(column.code<TitleId>()),
});

/** Return players by their ids. Leave out deleted accounts. */
export async function playersById(db: DbOrTx, ids: number[]): Promise<Map<number, Combatant>> {
  const rows = await query(
    db,
    CombatantRow,
    sql`select u.id, u.username, u.avatar_url as "avatarUrl", c.level, ${chosenTitleSql(sql`u.id`)} as title
        from users u
        join characters c on c.user_id = u.id
     where u.id = any(${ids}::bigint[]) and u.deleted_at is null`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

const UnavailablePlayer = Type.Object({ id: column.integer, isDeleted: column.boolean });

/** Return those of the given players whose accounts are suspended or deleted. */
export async function findUnavailable(
  db: DbOrTx,
  ids: readonly number[],
  now: Date,
): Promise<Static<typeof UnavailablePlayer>[]> {
  return query(
    db,
    UnavailablePlayer,
    sql`select id, deleted_at is not null as "isDeleted" from users
     where id = any (${ids}::bigint[])
       and (deleted_at is not null or ${suspendedSql(sql`users`, now)})`,
  );
}
