import { ACCOUNT_STANDING_LIMITS } from '@rivalhold/shared/account-limits.ts';
import type { accountStanding } from '@rivalhold/shared/contract/account-standing.ts';
import { sql } from '../../platform/db/db.ts';
import type { TestApp, TestPlayer } from '../../testing/app.ts';
import type { CasesOf } from '../../testing/cases.ts';
import { query } from '../../testing/queries.ts';

/** Make a player's account trusted: set an early sign-up time, confirm the email address and store enough visits. */
export async function makeTrusted(app: TestApp, { id }: { id: number }): Promise<void> {
  const joinedAt = new Date(app.clock.now().getTime() - ACCOUNT_STANDING_LIMITS.ageMs);
  await query(
    app.site.db,
    sql`with joined as (update users set created_at = ${joinedAt}, email_verified_at = ${joinedAt} where id = ${id})
        insert into goal_progress (user_id, time_zone, day, day_ends_at, week, visits)
        values (${id}, 'UTC', '2020-01-02', '2020-01-03Z', '2019-12-30', ${ACCOUNT_STANDING_LIMITS.visits})
        on conflict (user_id) do update set visits = excluded.visits`,
  );
}

/** Return the standing that a player sees. */
export const standingOf = async (player: TestPlayer) => (await player.call('GET /api/account-standing')).body;

/** @public Used by the tests of all routes and events. See `testing/cases.ts`. */
export const cases: CasesOf<typeof accountStanding> = { routes: { 'GET /api/account-standing': {} } };
