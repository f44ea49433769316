import { combat } from '@rivalhold/shared/contract/combat.ts';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { countRequest, registerRoutes } from '../../platform/http/routes.ts';
import type { Http } from '../../platform/http/server.ts';
import { createOriginCheck } from '../../platform/security/origin-check.ts';
import type { Site } from '../../platform/site.ts';
import {
  attack,
  fightRecord,
  joinFight,
  manualHeal,
  notifyOpponent,
  openFights,
  startOrResumeFight,
  useItem,
} from './service.ts';

/** Register the routes and socket events of fights. */
export function combatRoutes(http: Http, site: Site): void {
  const isOwn = createOriginCheck(site.config);

  registerRoutes(http, site, combat.routes, {
    'GET /api/combat/open': async ({ db, session }) => openFights(db, session.user.id),

    'GET /api/combat/fights/{id}': async ({ db, session, params }) =>
      fightRecord(db, { fightId: params.id, viewerId: session.user.id }),

    'GET /api/combat/{userId}': async ({ db, session, params, query, request }) => {
      if (params.userId !== session.user.id) throw new AppError('forbidden');
      // This GET changes state: it is rejected from other pages and counts as a write.
      if (!isOwn(request.raw) || isCrossOrigin(request)) throw new AppError('origin');
      await countRequest(site, request, 'write');
      const nonce = readNonce(request);
      return flat(
        await startOrResumeFight(db, site, { userId: session.user.id, opponentId: query.opponentId, nonce }),
      );
    },

    'POST /api/combat/attack': async ({ db, session, body }) =>
      attack(db, site, { userId: session.user.id, opponentId: body.defenderId }),

    'POST /api/combat/manual-heal': async ({ db, session }) => manualHeal(db, site, session.user.id),

    'POST /api/combat/use-item': async ({ db, session, body }) =>
      useItem(db, site, { userId: session.user.id, ...body }),
  });

  site.realtime.on('startFight', async (session, { attackerId, defenderId, fightId }) => {
    if (attackerId !== session.user.id) throw new AppError('forbidden');
    await notifyOpponent(site.db, site, { userId: session.user.id, opponentId: defenderId, fightId });
    return {};
  });
  site.realtime.on('joinCombat', async (session, { combatId }) =>
    joinFight(site.db, site, { userId: session.user.id, fightId: combatId }),
  );
}

const flat = <T extends { combat: object }>({ combat: fight, ...rest }: T) =>
  ({ ...fight, ...rest }) as T['combat'] & Omit<T, 'combat'>;

/**
 * Report whether a request comes from another origin. A browser sends the session cookie also from other ports and
 * subdomains, which are the same site.
 */
function isCrossOrigin({ headers }: FastifyRequest): boolean {
  const from = headers['sec-fetch-site'] ?? 'same-origin';
  // An image, a frame or a link on the site's own pages could also request this; only fetch has an empty
  // destination.
  const dest = headers['sec-fetch-dest'] ?? 'empty';
  return headers['sec-fetch-mode'] === 'navigate' || from !== 'same-origin' || dest !== 'empty';
}

const NONCE_PATTERN = /^[A-Za-z0-9+/=_-]{0,64}$/;

function readNonce({ headers }: FastifyRequest): string {
  const nonce = headers['x-fight-nonce'] ?? '';
  if (typeof nonce !== 'string' || !NONCE_PATTERN.test(nonce))
    throw new AppError('invalid', undefined, {
      errors: { 'X-Fight-Nonce': 'At most 64 letters, digits and + / = _ -' },
    });
  return nonce;
}
