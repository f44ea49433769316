import { type combat, Matchup, type OwnStrength } from '@rivalhold/shared/contract/combat.ts';
import type { Reply } from '@rivalhold/shared/contract/schema.ts';
import { rewardFor } from '@rivalhold/shared/fights/rewards.ts';
import { bestBonus } from '@rivalhold/shared/items/catalogue.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import { type DbOrTx, query, sql } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { Site } from '../../platform/site.ts';
import { notBlockedSql } from '../blocks/service.ts';
import { CharacterRow, characterOf, withRegeneration } from '../game/service.ts';
import { bestGear } from '../inventory/service.ts';
import { PlayerRow, presentPlayer } from '../profiles/service.ts';
import { refusalSql } from '../safety/service.ts';
import { lossesToSql, winsOverSql } from './fight-lists.ts';
import { fightSettingsOf } from './fight-settings.ts';
import { fairOpponentIds } from './opponents.ts';
import { isFightOfPair, paidWinsSince } from './queries.ts';

type MatchupsReply = Reply<(typeof combat)['routes']['GET /api/combat/matchups']>;

/** A possible opponent, with the caller's wins (`won`) and losses (`lost`) against this opponent. */
const OpponentRow = Type.Object({
  ...PlayerRow.properties,
  ...Type.Pick(CharacterRow, ['attack', 'defense', 'max_health', 'wins', 'losses']).properties,
  item_ids: Type.Array(column.integer),
  won: column.integer,
  lost: column.integer,
  seen_style: column.json<Matchup['seenStyle']>(),
  refusal: Matchup.properties.refusal,
});
type OpponentRow = Static<typeof OpponentRow>;

/**
 * Compare a player with the given opponent. If none is given, compare the player with a few fair opponents.
 * @throws AppError `notFound` for an opponent who does not exist, is the caller, or is hidden from the caller
 * by a block.
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
  const ids = opponentId === null ? await fairOpponentIds(db, site, { userId, now }) : [opponentId];
  const rows = await opponentRows(db, site, userId, ids);
  if (opponentId !== null && rows.length === 0) throw new AppError('notFound');
  const since = new Date(now.getTime() - LIMITS.combat.rewardWindowMs);
  const loserIds = rows.map((row) => row.user_id);
  const counts = await paidWinsSince(db, site, { winnerId: userId, loserIds, since });
  const matchups = rows.map((row): Matchup => {
    const { loserIsNew, ...paidWins } = counts.get(row.user_id)!;
    const levels = { winnerLevel: own.level, loserLevel: row.level };
    return toMatchup(row, rewardFor({ ...levels, damageShare: 1, loserIsNew, paidWins }));
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
    level,
    attack,
    defense,
    maxHealth: row.max_health,
    wins,
    losses,
    weapon: bestBonus(row.item_ids, 'weapon'),
    armor: bestBonus(row.item_ids, 'armor'),
    headToHead: { wins: row.won, losses: row.lost },
    seenStyle: row.seen_style,
    refusal: row.refusal,
    reward,
  };
}

/**
 * Return up to `LIMITS.combat.suggestions` of the given players as possible opponents, in the given order. Leave out
 * deleted players and players hidden from the caller by a block.
 */
const opponentRows = (
  db: DbOrTx,
  site: Site,
  userId: number,
  ids: readonly number[],
): Promise<OpponentRow[]> =>
  query(
    db,
    OpponentRow,
    sql`
      select u.id as user_id, u.username, u.avatar_url, c.level, c.attack, c.defense, c.max_health, c.wins, c.losses,
        array(select item_id from inventory i where i.user_id = u.id and i.quantity > 0) as item_ids,
        ${winsOverSql(userId, sql`u.id`)} as won, ${lossesToSql(userId, sql`u.id`)} as lost,
        (select setup -> case when f.attacker_id = u.id then 'attacker' else 'defender' end -> 'style' from fights f
         where f.status = 'over' and f.winner_id in (${userId}::bigint, u.id) and ${isFightOfPair(userId, sql`u.id`)}
         order by f.ended_at desc limit 1) as seen_style,
        ${refusalSql(site, 'challenges', userId, sql`u.id`)} as refusal
      from unnest(${ids}::bigint[]) with ordinality as candidate (id, position)
      join users u on u.id = candidate.id join characters c on c.user_id = u.id
      where u.deleted_at is null and ${notBlockedSql(userId, sql`u.id`)}
      order by candidate.position limit ${LIMITS.combat.suggestions}`,
  );
