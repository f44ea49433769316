import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { clientEvents, type RouteKey, routes } from '@rivalhold/shared/contract/index.ts';
import { type Access, Id } from '@rivalhold/shared/contract/schema.ts';
import { createFullHistory } from '../features/deletion/testing.ts';
import { FEATURES } from '../features/index.ts';
import type { TestApp, TestPlayer } from '../testing/app.ts';
import type { CasesOf, EventCase, FileCase, RouteCase } from '../testing/cases.ts';

/** Return the cases of a feature. Return an empty object if it has no cases. */
async function casesOf(name: string): Promise<CasesOf & { routes?: object; clientEvents?: object }> {
  if (!existsSync(join(import.meta.dirname, '../features', name, 'testing.ts'))) return {};
  return (await import(`../features/${name}/testing.ts`)).cases ?? {};
}
const all = await Promise.all(FEATURES.map(({ name }) => casesOf(name)));

/** The cases of all features, in the order in which the features are listed. */
export const ROUTE_CASES = Object.assign({}, ...all.map((cases) => cases.routes)) as Record<
  RouteKey,
  RouteCase
>;
export const EVENT_CASES = Object.assign({}, ...all.map((cases) => cases.clientEvents)) as Record<
  keyof typeof clientEvents,
  EventCase
>;
export const FILE_CASES: Record<string, FileCase> = Object.assign({}, ...all.map((cases) => cases.files));
export const FILLS = all.flatMap(({ fill }) => fill ?? []);
export const ROUTES = Object.entries(ROUTE_CASES) as [RouteKey, RouteCase][];

/** Create a player with a value in every column with personal data, and a file of every kind. */
export async function createFullPlayer(app: TestApp, otherPlayer: TestPlayer): Promise<TestPlayer> {
  const owner = await app.player();
  await createFullHistory(app, owner, otherPlayer);
  for (const fill of FILLS) await fill({ app, owner, otherPlayer });
  return owner;
}

/**
 * Return the lowest role that is allowed to call a route: the role in the route's test case, or else the role that its
 * path implies. This function does not use the contract, because the tests compare its result with the contract.
 */
export function accessTo(key: RouteKey): Access {
  const byPath = key.includes(' /api/admin/') ? 'admin' : key.includes(' /api/mod/') ? 'moderator' : 'player';
  return ROUTE_CASES[key].access ?? byPath;
}
/** Report whether a route requires a staff role. */
export const isForStaff = (key: RouteKey): boolean => ['moderator', 'admin'].includes(accessTo(key));

type Shape = { params?: object; body?: object; query?: { required?: string[] }; upload?: string };

/** Report whether a call needs parameters, a body or a query. */
function needsCall(key: RouteKey): boolean {
  const { params, body, query } = routes[key] as Shape;
  return Boolean(params ?? body ?? query?.required?.length);
}

/**
 * Report whether a call can refer to a player or their content. This is true if it has path parameters, or an id in its
 * body or query.
 */
function namesSomething(key: RouteKey): boolean {
  const { params, body, query } = routes[key] as Shape;
  return params !== undefined || hasId(body) || hasId(query);
}

/** The JSON schema of an id, without its closing brace. */
const ID_SCHEMA = JSON.stringify(Id).slice(0, -1);

/** Report whether a schema is the schema of an id, or contains it at any depth. */
export const hasId = (schema: object | undefined): boolean =>
  JSON.stringify(schema ?? null).includes(ID_SCHEMA);

/** Return messages for missing and incomplete cases, and for cases of routes or events that do not exist. */
export function missingCases(): string[] {
  const known = [...Object.keys(routes), ...Object.keys(clientEvents)];
  const given = [...Object.keys(ROUTE_CASES), ...Object.keys(EVENT_CASES)];
  const missing = known.filter((key) => !given.includes(key)).map((key) => `${key}: no case`);
  const unknown = given.filter((key) => !known.includes(key)).map((key) => `${key}: no such route or event`);
  const incomplete = ROUTES.filter(([key]) => key in routes).flatMap(
    ([key, { call, acrossBlock, owner }]) => [
      ...(needsCall(key) && !call ? [`${key}: no call`] : []),
      ...(namesSomething(key) && !isForStaff(key) && acrossBlock === undefined
        ? [`${key}: no acrossBlock`]
        : []),
      ...(key.includes('{') && !isForStaff(key) && owner === undefined ? [`${key}: no owner`] : []),
    ],
  );
  return [...missing, ...unknown, ...incomplete];
}

/** Return the file routes that have no case. They are `/media/…` routes in Fastify's notation. */
export function fileRoutesWithoutCase(registered: Iterable<string>): string[] {
  const named = Object.keys(FILE_CASES).map((name) =>
    name.replace(/,.*/, '').replaceAll(/\{(\w+)\}/g, ':$1'),
  );
  return [...registered].filter((url) => url.startsWith('/media/') && !named.includes(url));
}
