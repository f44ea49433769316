import {
  type combat,
  FightSettings,
  type Style,
  type Temperament,
} from '@rivalhold/shared/contract/combat.ts';
import { Nullable, type Reply } from '@rivalhold/shared/contract/schema.ts';
import { DEFAULT_TEMPERAMENT, styleProblems, TEMPERAMENTS } from '@rivalhold/shared/fights/style.ts';
import { FIGHT_STYLE_ERRORS, styleErrors } from '@rivalhold/shared/texts/fight-style.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import { type DbOrTx, execute, query, queryValue, sql } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';

type StyleReply = Reply<(typeof combat)['routes']['GET /api/style']>;

export type LiveChallenges = FightSettings['liveChallenges'];
/** All columns except `id` are null for players who have no settings of their own. */
const SettingsRow = Type.Object({
  id: column.integer,
  temperament: Nullable(column.code<Temperament>()),
  lines: column.json<Style | null>(),
  live_challenges: Nullable(FightSettings.properties.liveChallenges),
  double_time: Nullable(column.boolean),
  watchers: FightSettings.properties.watchers,
});
type PlayerSettings = Omit<StyleReply, 'defended'> & FightSettings & { style: Style };

function toSettings({
  temperament,
  lines,
  live_challenges,
  double_time,
  watchers,
}: Static<typeof SettingsRow>): PlayerSettings {
  const named = lines === null ? (temperament ?? DEFAULT_TEMPERAMENT) : null;
  const style = lines ?? TEMPERAMENTS[named ?? DEFAULT_TEMPERAMENT];
  return {
    temperament: named,
    lines: [...style],
    style: [...style],
    liveChallenges: live_challenges ?? 'everybody',
    doubleTime: double_time ?? false,
    watchers,
  };
}

/** Return players' fight settings, by player id. Players who have no settings of their own get the default settings. */
export async function fightSettingsOf(db: DbOrTx, userIds: number[]): Promise<Map<number, PlayerSettings>> {
  const rows = await query(
    db,
    SettingsRow,
    sql`select ids.id, temperament, lines, live_challenges, double_time, watchers
        from unnest(${userIds}::bigint[]) as ids (id) left join fight_settings on user_id = ids.id`,
  );
  return new Map(rows.map((row) => [row.id, toSettings(row)]));
}

/**
 * Return the style that chooses a player's moves while the player is absent, and the number of fights that the player's
 * styles have won.
 */
export async function styleOf(db: DbOrTx, userId: number): Promise<StyleReply> {
  const { temperament, lines } = (await fightSettingsOf(db, [userId])).get(userId)!;
  return { temperament, lines, defended: await defendedCount(db, userId) };
}

/**
 * Count the fights that a player won as the defender without choosing a move. Fights without an exchange do not count.
 */
async function defendedCount(db: DbOrTx, userId: number): Promise<number> {
  return queryValue(
    db,
    column.integer,
    sql`select count(*)::integer from fights where defender_id = ${userId} and winner_id = ${userId}
        and (state->'defender'->>'chosen')::integer = 0 and (state->>'exchanges')::integer > 0`,
  );
}

/**
 * Set a player's style: either a temperament or lines of their own. Open fights keep the style with which they began.
 * @throws AppError `invalid` if both or neither are given, and for invalid lines, with one error text per field.
 */
export async function setStyle(
  db: DbOrTx,
  userId: number,
  { temperament, lines }: { temperament: Temperament | null; lines: Style | null },
): Promise<StyleReply> {
  if ((temperament === null) === (lines === null))
    throw new AppError('invalid', undefined, { errors: { lines: FIGHT_STYLE_ERRORS.either } });
  const errors = styleErrors(styleProblems(lines ?? TEMPERAMENTS[DEFAULT_TEMPERAMENT]));
  if (Object.keys(errors).length > 0) throw new AppError('invalid', undefined, { errors });
  await execute(
    db,
    sql`
      insert into fight_settings (user_id, temperament, lines)
      values (${userId}, ${temperament ?? DEFAULT_TEMPERAMENT}, ${lines && JSON.stringify(lines)}::jsonb)
      on conflict (user_id) do update set temperament = excluded.temperament, lines = excluded.lines`,
  );
  return styleOf(db, userId);
}

/** Return a player's settings for fights. */
export async function settingsOf(db: DbOrTx, userId: number): Promise<FightSettings> {
  const { liveChallenges, doubleTime, watchers } = (await fightSettingsOf(db, [userId])).get(userId)!;
  return { liveChallenges, doubleTime, watchers };
}

/**
 * Set a player's settings for fights. `doubleTime` does not change the clocks of open fights, but `watchers` also
 * applies to fights that have ended.
 */
export async function setSettings(
  db: DbOrTx,
  userId: number,
  { liveChallenges, doubleTime, watchers }: FightSettings,
): Promise<FightSettings> {
  await execute(
    db,
    sql`
      insert into fight_settings (user_id, live_challenges, double_time, watchers)
      values (${userId}, ${liveChallenges}, ${doubleTime}, ${watchers})
      on conflict (user_id) do update set live_challenges = excluded.live_challenges, double_time = excluded.double_time,
        watchers = excluded.watchers`,
  );
  return settingsOf(db, userId);
}
