import type { Decision, decisions } from '@rivalhold/shared/contract/decisions.ts';
import { sql } from '../../platform/db/db.ts';
import type { TestPlayer } from '../../testing/app.ts';
import type { CasesOf } from '../../testing/cases.ts';
import { query } from '../../testing/queries.ts';

/** Return the decisions about a player, latest first. */
export const decisionsOf = async (player: TestPlayer): Promise<Decision[]> =>
  (await player.call('GET /api/decisions')).body.items;

/** Return the latest decision about a player. */
export async function latestDecision(player: TestPlayer): Promise<Decision> {
  const [latest] = await decisionsOf(player);
  if (!latest) throw new Error(`There is no decision about ${player.username}`);
  return latest;
}

/** @public Used by the tests of all routes and events. See `testing/cases.ts`. */
export const cases: CasesOf<typeof decisions> = {
  routes: {
    'GET /api/decisions': {},
  },
  fill: async ({ app, owner, otherPlayer }) => {
    await query(
      app.site.db,
      sql`with decision as (
            insert into decisions
              (user_id, kind, scope, rule, reason, excerpt, decided_by, audit_id, created_at, ends_at, ended_at)
            values (${owner.id}, 'mute', 'publishing', 'spam', 'Spam', 'Buy', ${otherPlayer.id}, 1, now(), now(), now())
            returning id)
          insert into appeals (decision_id, text, created_at, outcome, answer, answered_by, answered_at, by_sole_admin,
            restored)
          select id, 'No', now(), 'lifted', 'Sorry', ${otherPlayer.id}, now(), true, true from decision`,
    );
  },
};
