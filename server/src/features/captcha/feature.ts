import { captcha as contract } from '@rivalhold/shared/contract/captcha.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import { rateLimitAddress } from '../../platform/security/client-address.ts';
import { defineRateLimits } from '../../platform/security/rate-limits.ts';
import type { Feature } from '../../platform/site.ts';
import { purgeUsed } from './queries.ts';
import { newChallenge } from './service.ts';

const RATE_LIMITS = defineRateLimits({
  captcha: { points: 30, seconds: 60 },
});

export const captcha: Feature = {
  name: 'captcha',
  routes(http, site) {
    registerRoutes(http, site, contract.routes, {
      'GET /api/captcha': async ({ request }) => {
        await site.limits.consume(RATE_LIMITS.captcha, rateLimitAddress(request.ip));
        return newChallenge(site);
      },
    });
  },
  jobs(site) {
    site.jobs.define('captcha.purge', {
      cron: '47 * * * *',
      run: () => purgeUsed(site.db, site.clock.now()),
    });
  },
  personalData: {
    tables: { used_captchas: { notPersonal: 'signatures of solved challenges, not linked to players' } },
  },
};
