import { ranked as contract } from '@rivalhold/shared/contract/ranked.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { repeatAtInterval } from '../../platform/concurrency/repeat-at-interval.ts';
import { execute, sql } from '../../platform/db/db.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import type { Http } from '../../platform/http/server.ts';
import { ALL_ROWS, INTERNAL, SELF } from '../../platform/personal-data/declaration.ts';
import { readAll } from '../../platform/personal-data/export-rows.ts';
import { defineRateLimits } from '../../platform/security/rate-limits.ts';
import type { Feature, PersonalData, Site } from '../../platform/site.ts';
import { acceptFight, dissolvePair, joinPool, leavePool, poolStateOf, runWave } from './service.ts';

const RATE_LIMITS = defineRateLimits({
  /** Requests to join or leave the pool, or to accept a fight. */
  rankedPool: { points: 30, seconds: 60 },
});

const personalData: PersonalData = {
  erase: async (tx, _site, userId) => {
    await execute(tx, sql`delete from ranked_pool where user_id = ${userId}`);
    return true;
  },
  sections: (db, userId) => ({
    'ranked-pool': readAll(
      db,
      sql`select waiting_since as "waitingSince", missed_count as "missed", missed_at as "missedAt", paused_until as "pausedUntil"
          from ranked_pool where user_id = ${userId}`,
    ),
  }),
  tables: {
    ranked_pool: {
      retention: 'account',
      rows: (userId) => sql`user_id = ${userId}`,
      otherRows: 'the pairing ends when the other player answers, or when the time to accept is over',
      notInCopy: ALL_ROWS,
      section: 'ranked-pool',
      columns: {
        user_id: ['erased', SELF],
        waiting_since: ['erased', true],
        last_seen_at: ['erased', INTERNAL],
        opponent_id: ['erased', INTERNAL],
        answer_until: ['erased', INTERNAL],
        accepted: ['erased', INTERNAL],
        last_opponent_id: ['erased', INTERNAL],
        missed_count: ['erased', { as: 'ranked-pool.missed' }],
        missed_at: ['erased', true],
        paused_until: ['erased', true],
      },
    },
  },
};

export const ranked: Feature = {
  name: 'ranked',
  routes(http, site) {
    const limited = (userId: number) => site.limits.consume(RATE_LIMITS.rankedPool, String(userId));
    registerRoutes(http, site, contract.routes, {
      'GET /api/ranked/pool': async ({ db, session }) => poolStateOf(db, site, session.user.id),

      'POST /api/ranked/pool': async ({ db, session }) => {
        await limited(session.user.id);
        return joinPool(db, site, session.user.id);
      },

      'DELETE /api/ranked/pool': async ({ db, session }) => {
        await limited(session.user.id);
        return leavePool(db, site, session.user.id);
      },

      'POST /api/ranked/pool/accept': async ({ db, session }) => {
        await limited(session.user.id);
        return acceptFight(db, site, session.user.id);
      },
    });
    if (site.isScheduling) runWaves(http, site);
  },
  personalData,
  onBlock: dissolvePair,
};

/**
 * Run a wave, which pairs waiting players, at a fixed interval until the server closes. All nodes run waves, but only
 * one node at a time pairs players.
 */
function runWaves(http: Http, site: Site): void {
  const stop = repeatAtInterval(
    LIMITS.ranked.waveMs,
    () => runWave(site.db, site),
    (error) => site.log.error({ err: error }, 'failed to pair the players who wait for ranked fights'),
  );
  http.app.addHook('onClose', stop);
}
