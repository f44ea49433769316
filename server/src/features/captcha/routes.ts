import { captcha } from '@rivalhold/shared/contract/captcha.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import type { Http } from '../../platform/http/server.ts';
import { rateLimitAddress } from '../../platform/security/client-address.ts';
import { defineRateLimits } from '../../platform/security/rate-limits.ts';
import type { Site } from '../../platform/site.ts';
import { newChallenge } from './service.ts';

const RATE_LIMITS = defineRateLimits({
  captcha: { points: 30, seconds: 60 },
});

/** Register the route of captcha challenges. */
export function captchaRoutes(http: Http, site: Site): void {
  registerRoutes(http, site, captcha.routes, {
    'GET /api/captcha': async ({ request }) => {
      await site.limits.consume(RATE_LIMITS.captcha, rateLimitAddress(request.ip));
      return newChallenge(site);
    },
  });
}
