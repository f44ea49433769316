import { hash } from 'node:crypto';
import { ITEMS } from '../shared/src/items/catalogue.ts';
import { maxCarried } from '../shared/src/items/trade.ts';
import { ADMIN, LONG_EVERY, postIn, TITLE_WORDS } from './data.ts';
import type { Env } from './server.ts';
import type { Site } from './site.ts';

/**
 * A request to the site: a method, and a path with `{names}` of VALUES. If `staff` is set, an admin sends the request.
 * If `asGuest` is set, it has no session, and accepts compressed responses as browsers do. If `byRival` is set, the
 * player `{rival}` sends it. The same player first sends the request `before` once. After each request, the method
 * `undo` is called on the same path. `to` is the path on bench/bare-server.ts to compare with. `aim` is the minimum
 * ratio of the site's rate to the bare server's rate on PostgreSQL. `items` is the number of items that the response
 * must list.
 */
export type RequestCase = {
  request: string;
  body?: object;
  staff?: true;
  byRival?: true;
  asGuest?: true;
  undo?: 'DELETE';
  before?: string;
  to?: string;
  aim?: number;
  items?: number;
};
export type HttpRequest = { method: 'GET' | 'POST' | 'DELETE'; path: string; headers: Env; body?: string };
/** Parameters of a request: a unique number, the player's id, and the size of the generated data. */
export type RequestContext = { n: number; id: number; size: number };

/**
 * Number of connections of a load. Each belongs to a different player. Request s of connection c has the number `s *
 * CONNECTIONS + c`.
 */
export const CONNECTIONS = 50;
/**
 * Number of rivals per player. This number is high enough to keep attacks in the same fight at least half a second
 * apart, and to keep fights from reaching their last exchange during a measurement.
 */
export const RIVALS = 96;
/** In a mixed load, action number a of a player uses request numbers that start at `a * ACTION`. */
export const ACTION = 1_000_000;

/** Return a number from 1 to `count`. The results are evenly distributed. */
const anyOf = (n: number, count: number) => 1 + ((n * 7_919) % count);
/**
 * Return a number from 1 to `count`. Eight in ten results are among the thousand highest numbers, which are the newest
 * ids.
 */
const popular = (n: number, count: number) =>
  count - (Math.floor(n / 10) % (n % 10 < 8 ? Math.min(count, 1_000) : count));
const items = ITEMS.filter((item) => maxCarried(item) > 1);

/** Functions that return the values of `{name}` in requests. */
const VALUES: Record<string, (context: RequestContext) => string | number> = {
  id: ({ id }) => id,
  other: ({ id }) => id + 1,
  ofThousand: ({ n }) => anyOf(n, 1_000),
  rival: ({ n, id }) => ADMIN + (id - 1) * RIVALS + (Math.floor(n / CONNECTIONS) % RIVALS) + 1,
  nextRival: ({ id }) => 1 + (id % 2_000),
  item: ({ n }) => items[Math.floor(n / CONNECTIONS) % items.length]?.id ?? 0,
  n: ({ n }) => n,
  page: ({ n }) => 2 + (n % 40),
  nearPage: ({ n }) => 2 + (n % 8),
  post: ({ n, size }) => 99 + anyOf(n, size - 200),
  popularPost: ({ n, size }) => popular(n, size),
  middle: ({ size }) => size / 2,
  middleMessage: ({ size }) => size / 20,
  now: () => new Date().toISOString(),
  thread: ({ n, size }) => anyOf(n, size),
  threadOfTenPosts: ({ n, size }) => anyOf(n, size / 10),
  longThread: ({ n, size }) => LONG_EVERY * anyOf(n, size / LONG_EVERY),
  oldThread: ({ n }) => LONG_EVERY * (1 + (n % 10)),
  oldThreadPost: ({ n }) => postIn(LONG_EVERY * (1 + (n % 10)), 100 + (n % 300)),
  category: ({ n }) => 1 + (n % 5),
  middlePage: ({ size }) => size / 40,
  uniqueWord: ({ n }) => hash('md5', `${anyOf(n, 1_000)}`).slice(0, 8),
  newPhrase: ({ n }) => {
    const [word, rest] = [TITLE_WORDS[n % TITLE_WORDS.length], Math.floor(n / TITLE_WORDS.length)];
    return `on ${word} and the others`.slice(rest % 3, -1 - Math.floor(rest / 3));
  },
};

/** Replace each `{name}` by its value. In JSON, replace each `"{name}"` together with its quotes. */
export const fillIn = (text: string, context: RequestContext): string =>
  text.replace(/"\{(\w+)\}"|\{(\w+)\}/g, (whole, quoted, plain) => {
    const value = VALUES[quoted ?? plain];
    if (!value) throw new Error(`No value for ${whole}`);
    return String(value(context));
  });

/**
 * Return the HTTP requests of a case as its player sends them: the request itself and, if set, its `undo`.
 */
export function requestsOf(each: RequestCase, site: Site, context: RequestContext): HttpRequest[] {
  const [method, path = ''] = each.request.split(/ (.*)/) as ['GET' | 'POST', string];
  const json = each.body && { body: fillIn(JSON.stringify(each.body), context) };
  const type = json && { 'content-type': 'application/json' };
  const senderId = each.byRival ? Number(fillIn('{rival}', context)) : each.staff ? ADMIN : context.id;
  const headers = { ...(each.asGuest ? { 'accept-encoding': 'br' } : site.headers[senderId - 1]), ...type };
  const one: HttpRequest = { method, path: fillIn(path, context), headers, ...json };
  return each.undo ? [one, { ...one, method: each.undo }] : [one];
}

/** Send a request and return its status and body. */
export async function send(url: string, { path, ...request }: HttpRequest) {
  const response = await fetch(url + path, request);
  return { status: response.status, text: await response.text() };
}

/** Send a request and return its body. Throws if it fails. */
export async function sendOk(url: string, request: HttpRequest): Promise<string> {
  const { status, text } = await send(url, request);
  if (status >= 300) throw new Error(`${request.method} ${request.path}: ${status} ${text.slice(0, 200)}`);
  return text;
}
