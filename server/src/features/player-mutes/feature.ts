import { playerMutes as contract } from '@rivalhold/shared/contract/player-mutes.ts';
import { PLAYER_MUTE_MESSAGES } from '@rivalhold/shared/texts/player-mutes.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import { defineRateLimits } from '../../platform/security/rate-limits.ts';
import type { Feature } from '../../platform/site.ts';
import { personalData } from './personal-data.ts';
import { mutedBy, mutePlayer, unmutePlayer } from './service.ts';

const RATE_LIMITS = defineRateLimits({
  mutePlayer: { points: 30, seconds: 600 },
});

export const playerMutes: Feature = {
  name: 'player-mutes',
  routes(http, site) {
    registerRoutes(http, site, contract.routes, {
      'GET /api/player-mutes': async ({ db, session }) => mutedBy(db, session.user.id),

      'POST /api/player-mutes/{userId}': async ({ db, session, params }) => {
        await site.limits.consume(RATE_LIMITS.mutePlayer, session.user.id);
        await mutePlayer(db, site, { userId: session.user.id, otherId: params.userId });
        return { message: PLAYER_MUTE_MESSAGES.muted };
      },

      'DELETE /api/player-mutes/{userId}': async ({ db, session, params }) => {
        await unmutePlayer(db, site, { userId: session.user.id, otherId: params.userId });
        return { message: PLAYER_MUTE_MESSAGES.unmuted };
      },
    });
  },
  personalData,
};
