import type { FightSetup, FightState } from '@rivalhold/shared/combat/rules.ts';
import type { FightInput } from '@rivalhold/shared/contract/combat.ts';
import type { PlayerRef } from '@rivalhold/shared/contract/profiles.ts';
import {
  type DbOrTx,
  run,
  runExists,
  runFirst,
  runFirstValue,
  runOne,
  runValue,
  type Tx,
} from '../../platform/db/db.ts';
import { suspendedSql } from '../../platform/security/account-restrictions.ts';
import { CHARACTER_COLUMNS, type CharacterRow, updateCharacters } from '../game/service.ts';

export type FightRow = {
  id: number;
  attacker_id: number;
  defender_id: number;
  status: 'active' | 'over';
  seed: string;
  seed_hash: string;
  nonce: string;
  rules_version: number;
  setup: FightSetup;
  state: FightState;
  inputs: number;
  winner_id: number | null;
  reward_xp: number | null;
  reward_coins: number | null;
  attacker_last_at: Date | null;
  defender_last_at: Date | null;
  last_exchange_at: Date;
  created_at: Date;
  ended_at: Date | null;
};

const COLUMNS = `id, attacker_id, defender_id, status, seed, seed_hash, nonce, rules_version, setup, state, inputs,
  winner_id, reward_xp, reward_coins, attacker_last_at, defender_last_at, last_exchange_at, created_at, ended_at`;

/** Fights of $1 and $2, whichever of them began; written as the indexes of pairs are. */
const FIGHT_OF_PAIR = `least(attacker_id, defender_id) = least($1::bigint, $2::bigint)
       and greatest(attacker_id, defender_id) = greatest($1::bigint, $2::bigint)`;
const OPEN_FIGHT_OF_PAIR = `status = 'active' and ${FIGHT_OF_PAIR}`;

/** The open fight of two players, whichever of them began it, locked. Their characters are locked before it. */
export async function lockOpenFight(tx: Tx, one: number, other: number): Promise<FightRow | undefined> {
  return runFirst<FightRow>(tx, `select ${COLUMNS} from fights where ${OPEN_FIGHT_OF_PAIR} for update`, [
    one,
    other,
  ]);
}

type StoredCharacter = Omit<CharacterRow, 'health_at' | 'energy_at'> & {
  health_at: string;
  energy_at: string;
};

/**
 * Locks two characters in the order of their ids and then their open fight, in one statement: the count makes the
 * database take the first locks before it looks for the fight.
 */
export async function lockCharactersAndFight(
  tx: Tx,
  one: number,
  other: number,
): Promise<{ characters: CharacterRow[]; fight: FightRow | null }> {
  const { characters, ...fight } = await runOne<FightRow & { characters: StoredCharacter[] | null }>(
    tx,
    `with locked as (
       select ${CHARACTER_COLUMNS} from characters c where c.user_id in ($1, $2) order by c.user_id for update
     ), fight as (
       select ${COLUMNS} from fights where ${OPEN_FIGHT_OF_PAIR} and (select count(*) from locked) = 2 for update
     )
     select (select jsonb_agg(to_jsonb(l)) from locked l) as characters, fight.*
     from (values (1)) always left join fight on true`,
    [one, other],
  );
  return {
    characters: (characters ?? []).map((stored) => ({
      ...stored,
      health_at: new Date(stored.health_at),
      energy_at: new Date(stored.energy_at),
    })),
    // Without an open fight all its columns are null.
    fight: (fight.id as number | null) === null ? null : fight,
  };
}

export async function fightOf(db: DbOrTx, id: number): Promise<FightRow | undefined> {
  return runFirst<FightRow>(db, `select ${COLUMNS} from fights where id = $1`, [id]);
}

/**
 * The open fight a player last struck in: one they began, or one they have joined, in which every strike at them is
 * answered for them.
 */
export async function lastStruckFight(
  db: DbOrTx,
  userId: number,
): Promise<{ id: number; opponentId: number } | undefined> {
  return runFirst<{ id: number; opponentId: number }>(
    db,
    `select id, "opponentId" from (
       select id, defender_id as "opponentId", coalesce(attacker_last_at, created_at) as struck_at
       from fights where status = 'active' and attacker_id = $1
       union all
       select id, attacker_id, coalesce(defender_last_at, defender_seen_at)
       from fights where status = 'active' and defender_id = $1 and defender_seen_at is not null
     ) own order by struck_at desc, id desc limit 1`,
    [userId],
  );
}

/** Who won the latest fight of two players that is over. */
export async function lastWinner(db: DbOrTx, one: number, other: number): Promise<number | undefined> {
  return runFirstValue<number>(
    db,
    `select winner_id from fights
     where status = 'over' and winner_id in ($1, $2) and ${FIGHT_OF_PAIR}
     order by ended_at desc limit 1`,
    [one, other],
  );
}

/** The fights a player began that are still open, locked; the player's character is locked before them. */
export async function lockStartedFights(tx: Tx, attackerId: number): Promise<FightRow[]> {
  return run<FightRow>(
    tx,
    `select ${COLUMNS} from fights where status = 'active' and attacker_id = $1 order by id for update`,
    [attackerId],
  );
}

/** Whether a player has healed or used an item since their last exchange, in any of the open fights they began. */
export async function hasActedSinceExchange(tx: Tx, attackerId: number): Promise<boolean> {
  return runValue<boolean>(
    tx,
    `select coalesce(max(i.created_at) > coalesce(max(f.attacker_last_at), '-infinity'), false) as acted
     from fights f
     left join fight_inputs i on i.fight_id = f.id and (i.input->>'by')::bigint = $1
       and i.input->>'kind' in ('heal', 'item')
     where f.status = 'active' and f.attacker_id = $1`,
    [attackerId],
  );
}

/** Marks that the opponent has been told of a fight. Answers whether this was the first time. */
export async function markChallengeSent(db: DbOrTx, fightId: number, at: Date): Promise<boolean> {
  return runExists(
    db,
    'update fights set requested_at = $2 where id = $1 and requested_at is null returning id',
    [fightId, at],
  );
}

export async function nextFightId(tx: Tx): Promise<number> {
  return runValue<number>(tx, `select nextval(pg_get_serial_sequence('fights', 'id')) as id`, []);
}

export async function insertFight(tx: Tx, row: FightRow): Promise<void> {
  await run(
    tx,
    `insert into fights (id, attacker_id, defender_id, status, seed, seed_hash, nonce, rules_version, setup, state,
       inputs, last_exchange_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb, $10::jsonb, $11, $12, $13)`,
    [
      row.id,
      row.attacker_id,
      row.defender_id,
      row.status,
      row.seed,
      row.seed_hash,
      row.nonce,
      row.rules_version,
      JSON.stringify(row.setup),
      JSON.stringify(row.state),
      row.inputs,
      row.last_exchange_at,
      row.created_at,
    ],
  );
}

/** Writes the fight as it now stands, the inputs that brought it there, and the characters it changed. */
export async function saveFightAndCharacters(
  tx: Tx,
  row: FightRow,
  { added, characters, at }: { added: readonly FightInput[]; characters: readonly CharacterRow[]; at: Date },
): Promise<void> {
  await run(
    tx,
    `with added as (
       insert into fight_inputs (fight_id, n, input, created_at)
       select $1, $2::integer + i.ordinality, i.value, $3 from jsonb_array_elements($4::jsonb) with ordinality i
     ), changed as (
       ${updateCharacters('$15')}
     )
     update fights set status = $5, state = $6::jsonb, inputs = $7, winner_id = $8, reward_xp = $9, reward_coins = $10,
       attacker_last_at = $11, defender_last_at = $12, last_exchange_at = $13, ended_at = $14
     where id = $1`,
    [
      row.id,
      row.inputs - added.length,
      at,
      JSON.stringify(added),
      row.status,
      JSON.stringify(row.state),
      row.inputs,
      row.winner_id,
      row.reward_xp,
      row.reward_coins,
      row.attacker_last_at,
      row.defender_last_at,
      row.last_exchange_at,
      row.ended_at,
      JSON.stringify(characters),
    ],
  );
}

/** Notes that a fight's defender has opened it; of anybody else nothing is noted. */
export async function markSeen(db: DbOrTx, fightId: number, userId: number, at: Date): Promise<void> {
  await run(
    db,
    'update fights set defender_seen_at = $3 where id = $1 and defender_id = $2 and defender_seen_at is null',
    [fightId, userId, at],
  );
}

/** What was done in each of some fights, by the fight, in its order. */
export async function inputsOfAll(db: DbOrTx, fightIds: number[]): Promise<Map<number, FightInput[]>> {
  const rows = await run<{ fight_id: number; input: FightInput }>(
    db,
    'select fight_id, input from fight_inputs where fight_id = any ($1::bigint[]) order by fight_id, n',
    [fightIds],
  );
  const byFight = Map.groupBy(rows, (row) => row.fight_id);
  return new Map([...byFight].map(([id, of]) => [id, of.map(({ input }) => input)]));
}

/** Wins of one player over another that paid something, since a time. */
export async function countPaidWinsSince(
  tx: Tx,
  winnerId: number,
  loserId: number,
  since: Date,
): Promise<number> {
  return runValue<number>(
    tx,
    `select count(*)::integer as wins from fights
     where status = 'over' and winner_id = $1 and ${FIGHT_OF_PAIR}
       and ended_at > $3 and reward_xp + reward_coins > 0`,
    [winnerId, loserId, since],
  );
}

/** Players by id, as they are named everywhere; deleted ones are left out. */
export async function playersById(db: DbOrTx, ids: number[]): Promise<Map<number, PlayerRef>> {
  const rows = await run<PlayerRef>(
    db,
    `select u.id, u.username, u.avatar_url as "avatarUrl", c.level from users u join characters c on c.user_id = u.id
     where u.id = any($1::bigint[]) and u.deleted_at is null`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Which of some players' accounts are suspended or gone. */
export async function findUnavailable(
  db: DbOrTx,
  ids: readonly number[],
  now: Date,
): Promise<{ id: number; gone: boolean }[]> {
  return run(
    db,
    `select id, deleted_at is not null as gone from users
     where id = any ($1::bigint[])
       and (deleted_at is not null or ${suspendedSql('users', '$2')})`,
    [ids, now],
  );
}
