import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { clientEvents, type RouteKey, routes } from '@rivalhold/shared/contract/index.ts';
import type { Access } from '@rivalhold/shared/contract/schema.ts';
import { FEATURES } from '../features/index.ts';
import type { CasesOf, EventCase, FileCase, RouteCase } from '../testing/cases.ts';

/** The cases of one feature, if it has any. */
async function casesOf(name: string): Promise<CasesOf & { routes?: object; clientEvents?: object }> {
  if (!existsSync(join(import.meta.dirname, '../features', name, 'testing.ts'))) return {};
  return (await import(`../features/${name}/testing.ts`)).cases ?? {};
}
const all = await Promise.all(FEATURES.map(({ name }) => casesOf(name)));

/** The cases of every feature, in the order of the features. */
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

/** The lowest role that may call a route, as its case and its path say: not read from the contract, which is tested. */
export function accessTo(key: RouteKey): Access {
  const byPath = key.includes(' /api/admin/') ? 'admin' : key.includes(' /api/mod/') ? 'moderator' : 'player';
  return ROUTE_CASES[key].access ?? byPath;
}
export const isForStaff = (key: RouteKey): boolean => ['moderator', 'admin'].includes(accessTo(key));

type Shape = { params?: object; body?: Fields; query?: Fields; upload?: string };
type Fields = { properties?: object; required?: string[] };
const NAMES_A_PLAYER = /^(userId|opponentId|defenderId|attackerId|targetId|receiverId|threadId|postId)$/;

/** Return whether a call has to send anything except a file. */
function needsCall(key: RouteKey): boolean {
  const { params, body, query } = routes[key] as Shape;
  return Boolean(params ?? body ?? query?.required?.length);
}

function namesSomething(key: RouteKey): boolean {
  const { params, body, query } = routes[key] as Shape;
  const named = [body, query].flatMap((fields) => Object.keys(fields?.properties ?? {}));
  return params !== undefined || named.some((name) => NAMES_A_PLAYER.test(name));
}

/** List routes and events without a case, and cases that are not in the contract. */
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
