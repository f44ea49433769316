import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { clientEvents, routes } from '@rivalhold/shared/contract/index.ts';
import { type Access, Id, Nullable } from '@rivalhold/shared/contract/schema.ts';
import { SERVER_PATHS } from '@rivalhold/shared/page-paths.ts';
import { matchPage } from '@rivalhold/shared/pages.ts';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { beforeAll, describe, expect, it } from 'vitest';
import { createStaff, muteOf } from '../features/moderation/testing.ts';
import { createTestApp, emitRaw, type TestBrowser, type TestPlayer, useTestApp } from '../testing/app.ts';
import { CALLERS, type Caller, type EventCase, type RouteCase } from '../testing/cases.ts';
import {
  accessTo,
  EVENT_CASES,
  FILE_CASES,
  fileRoutesWithoutCase,
  hasId,
  isForStaff,
  missingCases,
  ROUTES,
} from './cases.ts';

/**
 * The outcome for a caller. It is 'in' if the caller is allowed, and otherwise the status and code of the rejection.
 */
type Admission = 'in' | '401 unauthenticated' | '403 forbidden' | '403 muted' | '404 notFound';

/**
 * Ranks of callers, and ranks of the roles that routes require. A caller needs at least the rank of the route's role.
 */
const RANKS: Record<Caller | Access, number> = { guest: 0, player: 1, muted: 1, moderator: 2, admin: 3 };

const admission = (caller: Caller, access: Access, requiresUnmuted: boolean): Admission => {
  if (RANKS[caller] < RANKS[access]) return caller === 'guest' ? '401 unauthenticated' : '403 forbidden';
  return requiresUnmuted && caller === 'muted' ? '403 muted' : 'in';
};
const admissions = (access: Access, requiresUnmuted = false): Record<Caller, Admission> =>
  Object.fromEntries(CALLERS.map((caller) => [caller, admission(caller, access, requiresUnmuted)])) as never;

const app = useTestApp();
let otherPlayer: TestPlayer;
/**
 * The player who is the target of staff actions. This player is used for nothing else, because some actions
 * delete the account.
 */
let target: TestPlayer;
let owner: TestPlayer;
const callers = {} as Record<Exclude<Caller, 'guest'>, TestPlayer>;

async function makeCaller(role: Exclude<Caller, 'guest'>): Promise<TestPlayer> {
  if (role === 'moderator' || role === 'admin') return createStaff(app, role);
  const player = await app.player();
  if (role === 'muted') await muteOf(callers.admin, player.id);
  return player;
}

beforeAll(async () => {
  [otherPlayer, target, owner] = [await app.player(), await app.player(), await app.player()];
  for (const role of ['admin', 'moderator', 'player', 'muted'] as const)
    callers[role] = await makeCaller(role);
});

/**
 * Error codes of responses that reject a caller. Any other response with a status below 500 means that the caller is
 * allowed.
 */
const CODES = ['unauthenticated', 'forbidden', 'muted'];
function admissionOf({ status, body }: { status: number; body: { code?: string } }): string {
  if (status >= 500) return `${status}`;
  return CODES.includes(body.code ?? '') ? `${status} ${body.code}` : 'in';
}

async function browserOf(
  { endsSession }: RouteCase,
  caller: Caller,
): Promise<{ browser: TestBrowser; id: number }> {
  if (caller === 'guest') return { browser: app.browser(), id: otherPlayer.id };
  const player = endsSession ? await makeCaller(caller) : callers[caller];
  return { browser: player, id: player.id };
}

describe('the access cases of the features', () => {
  it('a case exists for each route and event of the contract, and for no others', () => {
    expect(missingCases()).toEqual([]);
  });

  it('hasId finds an id at any depth of a schema', () => {
    expect(hasId(Type.Object({ memberId: Id }))).toBe(true);
    expect(hasId(Type.Object({ photos: Type.Optional(Nullable(Type.Array(Id))) }))).toBe(true);
    expect(hasId(Type.Object({ limit: Type.Integer({ minimum: 1, maximum: 50 }) }))).toBe(false);
  });

  it('the cases agree with the contract on roles and mutes', () => {
    for (const [key, { requiresUnmuted = false }] of ROUTES) {
      const route: { access: Access; requiresUnmuted?: true } = routes[key];
      expect([key, route.access, route.requiresUnmuted ?? false]).toEqual([
        key,
        accessTo(key),
        requiresUnmuted,
      ]);
    }
    for (const [key, { requiresUnmuted = false }] of Object.entries(EVENT_CASES)) {
      expect([key, 'requiresUnmuted' in clientEvents[key as keyof typeof clientEvents]]).toEqual([
        key,
        requiresUnmuted,
      ]);
    }
  });
});

/** Return the URLs of all routes that a site registers, in Fastify's notation. */
async function registeredRoutes(): Promise<Set<string>> {
  const registered = new Set<string>();
  const recordRoutes = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ url }) => void registered.add(url));
  };
  subscribe('fastify.initialization', recordRoutes);
  const site = await createTestApp().finally(() => unsubscribe('fastify.initialization', recordRoutes));
  await site.close();
  return registered;
}

describe('access cases of file routes', () => {
  it('cover every file route', async () => {
    const registered = await registeredRoutes();
    expect(registered).toContain('/media/clips/:id/thumb');
    expect(fileRoutesWithoutCase(registered)).toEqual([]);
    expect(fileRoutesWithoutCase([...registered, '/media/planted/:id'])).toEqual(['/media/planted/:id']);
  });
});

describe('the server paths', () => {
  it('include every route that is not a page or below a page', async () => {
    const registered = await registeredRoutes();
    expect(registered).toContain('/sandbox-pay/:sessionId');
    const isServerPath = (url: string) =>
      SERVER_PATHS.some((path) => url === path || url.startsWith(`${path}/`));
    // This picture is below the path of a page.
    const belowPages = ['/fights/:id/card.png'];
    expect([...registered].filter((url) => !isServerPath(url) && !matchPage(url))).toEqual(belowPages);
  });
});

describe('access by role', () => {
  it('muted staff cannot use routes that publish content', async () => {
    const muted = await createStaff(app, 'moderator');
    await muteOf(callers.admin, muted.id);
    const speaking = ROUTES.filter(([key, { requiresUnmuted }]) => requiresUnmuted && isForStaff(key));
    expect(speaking.length).toBeGreaterThan(0);
    for (const [key] of speaking) {
      const answer = await muted.call(key, { params: { id: 1 } });
      expect([key, admissionOf(answer)]).toEqual([key, '403 muted']);
    }
  });

  it.each(ROUTES)('only allowed callers can call %s', async (key, route) => {
    const answers: Partial<Record<Caller, string>> = {};
    for (const caller of CALLERS) {
      const { browser, id } = await browserOf(route, caller);
      // On staff routes, callers act on another player. On all other routes, callers act on themselves.
      const about = /\/api\/(mod|admin)\//.test(key) ? target.id : id;
      const answer = await browser.call(key, { params: { userId: about, id: about, token: 'none' } });
      answers[caller] = admissionOf(answer);
    }
    expect(answers).toEqual(admissions(accessTo(key), route.requiresUnmuted));
  });

  it.each(Object.entries(EVENT_CASES))(
    'only allowed callers can send %s',
    async (event, { requiresUnmuted }) => {
      const answers: Partial<Record<Caller, string>> = {};
      for (const caller of CALLERS) {
        if (caller === 'guest') {
          // A guest cannot open a socket, so check the rejection.
          answers.guest = await app
            .browser()
            .socket()
            .then(
              () => 'in',
              () => '401 unauthenticated',
            );
          continue;
        }
        const { ok, code = '' } = await emitRaw(await callers[caller].socket(), event, {});
        callers[caller].closeSockets();
        answers[caller] = !ok && CODES.includes(code) ? `403 ${code}` : 'in';
      }
      expect(answers).toEqual(admissions('player', requiresUnmuted));
    },
  );
});

const NOT_GUESTS = ['player', 'muted', 'moderator', 'admin', 'owner'] as const;
type NotGuest = (typeof NOT_GUESTS)[number];

function ownership(
  { others, staff }: { others: 403 | 404; staff?: 'moderator' | 'admin' },
  requiresUnmuted = false,
): Record<NotGuest, Admission> {
  const refusal = others === 403 ? '403 forbidden' : '404 notFound';
  return {
    owner: 'in',
    player: refusal,
    muted: requiresUnmuted ? '403 muted' : refusal,
    moderator: staff === 'moderator' ? 'in' : refusal,
    admin: staff ? 'in' : refusal,
  };
}
const browserAs = (caller: NotGuest): TestPlayer => (caller === 'owner' ? owner : callers[caller]);

describe('access to content with an owner', () => {
  const owned = ROUTES.filter(([, route]) => typeof route.owner === 'object');
  it.each(owned)('only allowed callers can call %s', async (key, { owner: declared, requiresUnmuted }) => {
    if (typeof declared !== 'object') throw new Error('This case has no owner');
    const make = () => declared.make({ app, owner, otherPlayer });
    const expected = ownership(declared, requiresUnmuted);
    const answers: Record<string, string> = {};
    let options = await make();
    for (const caller of NOT_GUESTS) {
      const answer = await browserAs(caller).call(key, options);
      const isHidden = answer.status === 404 && expected[caller] === '404 notFound';
      answers[caller] = isHidden ? '404 notFound' : admissionOf(answer);
      if (answers[caller] === 'in') expect([caller, answer.status < 300]).toEqual([caller, true]);
      if (answer.status < 300 && caller !== 'owner') options = await make();
    }
    expect(answers).toEqual(expected);
  });

  const events = Object.entries(EVENT_CASES).filter(([, event]) => event.owner !== null);
  it.each(events)('only allowed callers can send %s', async (event, { owner: declared }: EventCase) => {
    if (declared === null) throw new Error('This case has no owner');
    const answers: Record<string, string> = {};
    const sent = await declared.make({ app, owner, otherPlayer });
    for (const caller of NOT_GUESTS) {
      const browser = browserAs(caller);
      const { ok, code = '' } = await emitRaw(await browser.socket(), event, sent);
      browser.closeSockets();
      answers[caller] = ok ? 'in' : `${code === 'notFound' ? 404 : 403} ${code}`;
    }
    expect(answers).toEqual(ownership(declared));
  });

  it.each(Object.entries(FILE_CASES))('only allowed callers can download %s', async (_, { seenBy, path }) => {
    const seen: string[] = [];
    const at = await path({ app, owner, otherPlayer });
    for (const caller of [...CALLERS, 'owner'] as const) {
      const response = await (caller === 'guest' ? app.browser() : browserAs(caller)).fetch(at);
      await response.arrayBuffer();
      expect([caller, response.status]).toEqual([caller, response.status === 200 ? 200 : 404]);
      if (response.status === 200) seen.push(caller);
    }
    expect(seen.sort()).toEqual([...seenBy].sort());
  });
});
