import { combat } from '@rivalhold/shared/contract/combat.ts';
import { NONCE_PATTERN } from '@rivalhold/shared/fights/random.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import type { FastifyRequest } from 'fastify';
import { repeatAtInterval } from '../../platform/concurrency/repeat-at-interval.ts';
import { AppError } from '../../platform/errors.ts';
import { hasCurrent } from '../../platform/http/conditional.ts';
import { countRequest, findCounted, rateLimitKey, registerRoutes } from '../../platform/http/routes.ts';
import type { Http } from '../../platform/http/server.ts';
import { createOriginCheck } from '../../platform/security/origin-check.ts';
import type { Site } from '../../platform/site.ts';
import { type ChoiceContext, concede, declineChallenge, manualHeal } from './actions.ts';
import { resolvePassedDeadlines } from './deadlines.ts';
import { settingsOf, styleOf } from './fight-settings.ts';
import { matchupsFor } from './matchups.ts';
import { combatStandingOf, openFights, pastFights } from './player-fights.ts';
import { publicFightsOf, sitemapOf } from './public-fights.ts';
import {
  attack,
  fairOpponentOf,
  findRecord,
  joinFight,
  leaveFight,
  leaveLiveFights,
  notifyOpponent,
  setSettings,
  setStyle,
  startOrResumeFight,
  useItem,
} from './service.ts';

/** Register the routes and socket events of fights. */
export function combatRoutes(http: Http, site: Site): void {
  const isOwn = createOriginCheck(site.config);

  registerRoutes(http, site, combat.routes, {
    'GET /api/combat/open': async ({ db, session }) => openFights(db, site, session.user.id),

    'GET /api/combat/fights': async ({ db, session, query }) => pastFights(db, session.user.id, query),

    'GET /api/combat/matchups': async ({ db, session, query }) =>
      matchupsFor(db, site, { userId: session.user.id, opponentId: query.opponentId ?? null }),
    'GET /api/combat/opponent': async ({ db, session }) => ({
      opponent: await fairOpponentOf(db, site, { userId: session.user.id, now: site.clock.now() }),
    }),

    'GET /api/combat/standing/{userId}': async ({ db, session, params }) =>
      combatStandingOf(db, site, { viewerId: session.user.id, userId: params.userId }),

    'GET /api/combat/fights/{id}': async ({ db, session, params, request }) => {
      const record = await findCounted(site, request, async () => {
        if (session) return findRecord(db, { fightId: params.id, viewerId: session.user.id });
        return (await publicFightsOf(site).find(params.id))?.json ?? null;
      });
      if (!record) throw new AppError('notFound');
      return record;
    },

    'GET /api/combat/{userId}': async ({ db, session, params, query, request }) => {
      if (params.userId !== session.user.id) throw new AppError('forbidden');
      // This GET request can start a fight. Therefore, it counts as a write, and is rejected if it comes from
      // another origin.
      if (!isOwn(request.raw) || isCrossOrigin(request)) throw new AppError('origin');
      await countRequest(site, request, 'write');
      return flat(await startOrResumeFight(db, site, { userId: session.user.id, ...query }));
    },

    'POST /api/combat/attack': async ({ db, session, body, request }) =>
      attack(db, site, {
        userId: session.user.id,
        opponentId: body.defenderId,
        ...readContext(request),
        choice: { move: body.move ?? 'strike', itemId: null },
      }),

    'POST /api/combat/manual-heal': async ({ db, session, request }) =>
      manualHeal(db, site, { userId: session.user.id, ...readContext(request) }),

    'POST /api/combat/use-item': async ({ db, session, body, request }) =>
      useItem(db, site, { userId: session.user.id, ...body, ...readContext(request) }),

    'POST /api/combat/fights/{id}/concede': async ({ db, session, params }) =>
      concede(db, site, { userId: session.user.id, fightId: params.id }),

    'POST /api/combat/fights/{id}/decline': async ({ db, session, params }) =>
      declineChallenge(db, site, { userId: session.user.id, fightId: params.id }),

    'GET /api/combat/settings': async ({ db, session }) => settingsOf(db, session.user.id),

    'PUT /api/combat/settings': async ({ db, session, body }) => {
      const saved = await setSettings(db, session.user.id, body);
      publicFightsOf(site).clear();
      sitemapOf(site).clear();
      return saved;
    },

    'GET /api/style': async ({ db, session }) => styleOf(db, session.user.id),

    'PUT /api/style': async ({ db, session, body }) => setStyle(db, session.user.id, body),
  });

  serveCards(http, site);
  serveSitemap(http, site);
  if (site.isScheduling) watchDeadlines(http, site);
  watchConnections(http, site);

  site.realtime.on('startFight', async (session, { attackerId, defenderId, fightId }) => {
    if (attackerId !== session.user.id) throw new AppError('forbidden');
    await notifyOpponent(site.db, site, { userId: session.user.id, opponentId: defenderId, fightId });
    return {};
  });
  site.realtime.on('joinCombat', async (session, { combatId }) =>
    joinFight(site.db, site, { userId: session.user.id, fightId: combatId }),
  );
  site.realtime.on('leaveCombat', async (session, { combatId }) => {
    await leaveFight(site.db, site, { userId: session.user.id, fightId: combatId });
    return {};
  });
}

/** Serve the sitemap for search engines. */
function serveSitemap(http: Http, site: Site): void {
  http.app.route({
    method: ['GET', 'HEAD'],
    url: '/sitemap.xml',
    schema: { hide: true },
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      await countRequest(site, request, 'read');
      return reply
        .type('application/xml; charset=utf-8')
        .header('cache-control', 'public, max-age=60')
        .send(await sitemapOf(site).read());
    },
  });
}

const CARD_ID = /^[1-9]\d{0,14}$/;

/**
 * Serve the picture that other sites show for a link to a fight. Only fights that guests can watch have such a picture.
 */
function serveCards(http: Http, site: Site): void {
  http.app.route<{ Params: { id: string } }>({
    method: ['GET', 'HEAD'],
    url: '/fights/:id/card.png',
    schema: { hide: true },
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const fights = publicFightsOf(site);
      const fight = await findCounted(site, request, async () => {
        await countRequest(site, request, 'read');
        const { id } = request.params;
        return CARD_ID.test(id) ? fights.find(Number(id)) : null;
      });
      if (!fight) throw new AppError('notFound');
      if (hasCurrent(reply, fight.page.tag)) return reply.code(304).send();
      reply.type('image/png');
      return reply.send(
        request.method === 'HEAD' ? undefined : await fights.card(fight, rateLimitKey(request)),
      );
    },
  });
}

/**
 * When a player disconnects from this node, shorten the player's deadlines, unless the node itself is shutting down.
 */
function watchConnections(http: Http, site: Site): void {
  let isClosing = false;
  let running = Promise.resolve();
  site.realtime.onConnections({
    onClosed: (userId) => {
      if (isClosing) return;
      running = running
        .then(() => leaveLiveFights(site.db, site, userId))
        .catch((error: unknown) =>
          site.log.error({ err: error }, 'failed to update the fights of a disconnected player'),
        );
    },
  });
  http.app.addHook('preClose', async () => {
    isClosing = true;
    await running;
  });
}

/**
 * Regularly check for deadlines that have passed, until the server closes. The first node that finds a passed deadline
 * resolves it.
 */
function watchDeadlines(http: Http, site: Site): void {
  const stop = repeatAtInterval(
    LIMITS.combat.deadlinePollMs,
    () => resolvePassedDeadlines(site.db, site),
    (error) => site.log.error({ err: error }, 'a passed deadline was not resolved'),
  );
  http.app.addHook('onClose', stop);
}

const flat = <T extends { combat: object }>({ combat: fight, ...rest }: T) =>
  ({ ...fight, ...rest }) as T['combat'] & Omit<T, 'combat'>;

/**
 * Report whether a request comes from another origin, or was not sent by `fetch`. Browsers also send the session cookie
 * with requests from other ports and subdomains, because these count as the same site.
 */
function isCrossOrigin({ headers }: FastifyRequest): boolean {
  const from = headers['sec-fetch-site'] ?? 'same-origin';
  // A request sent by `fetch` has the destination `empty`. Reject all others, because an image, a frame or a link on
  // the site's own pages could also send this request.
  const dest = headers['sec-fetch-dest'] ?? 'empty';
  return headers['sec-fetch-mode'] === 'navigate' || from !== 'same-origin' || dest !== 'empty';
}

/** Read the optional headers of a choice. @throws AppError `invalid` if a header is malformed. */
const readContext = (request: FastifyRequest): ChoiceContext => ({
  nonce: readNonce(request),
  fightId: readNumber(request, 'X-Fight-Id'),
  exchange: readNumber(request, 'X-Fight-Exchange'),
});

function readNumber({ headers }: FastifyRequest, name: string): number | undefined {
  const text = headers[name.toLowerCase()];
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,14}$/.test(String(text)))
    throw new AppError('invalid', undefined, { errors: { [name]: 'Must be a whole number above 0' } });
  return Number(text);
}

function readNonce({ headers }: FastifyRequest): string {
  const nonce = headers['x-fight-nonce'] ?? '';
  if (typeof nonce !== 'string' || !NONCE_PATTERN.test(nonce))
    throw new AppError('invalid', undefined, {
      errors: { 'X-Fight-Nonce': 'At most 64 letters, digits and + / = _ -' },
    });
  return nonce;
}
