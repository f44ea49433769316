import { ranked as contract } from '@rivalhold/shared/contract/ranked.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { repeatAtInterval } from '../../platform/concurrency/repeat-at-interval.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import type { Http } from '../../platform/http/server.ts';
import { defineRateLimits } from '../../platform/security/rate-limits.ts';
import type { Feature, Site } from '../../platform/site.ts';
import { personalData } from './personal-data.ts';
import { acceptFight, dissolvePair, joinPool, leavePool, poolStateOf, runWave } from './service.ts';

const RATE_LIMITS = defineRateLimits({
  /** Requests to join or leave the pool, or to accept a fight. */
  rankedPool: { points: 30, seconds: 60 },
});

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
    runWaves(http, site);
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
