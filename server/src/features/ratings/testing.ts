import type { ratings } from '@rivalhold/shared/contract/ratings.ts';
import { transaction } from '../../platform/db/db.ts';
import { type CasesOf, PUBLIC, toOther } from '../../testing/cases.ts';
import { recordRatedFight } from './service.ts';

/** @public Used by the tests of all routes. See `testing/cases.ts`. */
export const cases: CasesOf<typeof ratings> = {
  routes: {
    'GET /api/ratings/board': {},
    'GET /api/ratings/{userId}': { call: toOther(), acrossBlock: 404, owner: PUBLIC },
  },
  fill: async ({ app, owner, otherPlayer }) => {
    await transaction(app.site.db, (tx) =>
      recordRatedFight(tx, {
        ...{ fightId: 1_000_000_000 + owner.id, winnerId: owner.id, loserId: otherPlayer.id },
        at: app.clock.now(),
      }),
    );
  },
};
