import type { SafetySettings, safety } from '@rivalhold/shared/contract/safety.ts';
import { sql } from '../../platform/db/db.ts';
import type { TestPlayer } from '../../testing/app.ts';
import type { CasesOf } from '../../testing/cases.ts';
import { query } from '../../testing/queries.ts';

/** Change safety settings of a player. */
export const setSafety = (player: TestPlayer, changes: Partial<SafetySettings>) =>
  player.call('PATCH /api/safety', { body: changes });

/** @public Used by the tests of all routes and events. See `testing/cases.ts`. */
export const cases: CasesOf<typeof safety> = {
  routes: {
    'GET /api/safety': {},
    'PATCH /api/safety': { call: () => ({ body: { messages: 'friends' } }) },
  },
  fill: async ({ app, owner }) => {
    await query(
      app.site.db,
      sql`insert into safety_settings values (${owner.id}, 'settled', 'friends', 'nobody', 'friends', 'nobody', true)
          on conflict do nothing`,
    );
  },
};
