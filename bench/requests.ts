import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { ITEMS } from '../shared/src/items/catalogue.ts';
import { maxCarried } from '../shared/src/items/trade.ts';
import { ADMIN, type DataOptions, inWords, LONG_EVERY, postIn, TITLE_WORDS } from './data.ts';
import { type Figure, figures, type Measurement, median, unlessQuick } from './report.ts';
import { type Env, openSite, type Site, startBareServer, useServices } from './site.ts';

/**
 * A request to the site: a method, and a path in which `{name}` stands for a value from VALUES. If `staff` is set, an
 * admin sends the request. If `asGuest` is set, the request has no session, and accepts compressed responses as
 * browsers do. If `byRival` is set, the player `{rival}` sends it. If `before` is set, the sender first sends the
 * request in `before` once, for example to open a fight. If `undo` is set, each request is followed by a request with
 * the method in `undo` to the same path. `to` is the corresponding request to bench/bare-server.ts, for comparison.
 * `aim` is the minimum ratio of the site's rate to the bare server's rate. `items` is the number of items that the
 * response must list.
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
type HttpRequest = { method: 'GET' | 'POST' | 'DELETE'; path: string; headers: Env; body?: string };
/** Parameters of a request: a unique number, the player's id, and the size of the generated data. */
export type RequestContext = { n: number; id: number; size: number };

/**
 * Number of connections that generate a load. Each connection belongs to a different player. Request s of connection c
 * has the number `s * CONNECTIONS + c`.
 */
export const CONNECTIONS = 50;
/**
 * Number of rivals per player. This number is high enough to keep attacks in the same fight at least half a second
 * apart, and to keep fights from reaching their last exchange during a measurement.
 */
export const RIVALS = 96;
/** Number of players in the mixed load. */
export const MIXED_PLAYERS = 2_000;
/** Duration of a round in s. */
const SECONDS = unlessQuick(3, 1);

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
  nextRival: ({ id }) => 1 + (id % MIXED_PLAYERS),
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

/** Return the HTTP requests of a case as its player sends them: the request itself and, if set, its `undo`. */
export function requestsOf(each: RequestCase, site: Site, context: RequestContext): HttpRequest[] {
  const [method, path = ''] = each.request.split(/ (.*)/) as ['GET' | 'POST', string];
  const json = each.body && { body: fillIn(JSON.stringify(each.body), context) };
  const type = json && { 'content-type': 'application/json' };
  const senderId = each.byRival ? Number(fillIn('{rival}', context)) : each.staff ? ADMIN : context.id;
  const headers = { ...(each.asGuest ? { 'accept-encoding': 'br' } : site.headers[senderId - 1]), ...type };
  const one: HttpRequest = { method, path: fillIn(path, context), headers, ...json };
  return each.undo ? [one, { ...one, method: each.undo }] : [one];
}

/** Send a request, and return the status and body of the response. */
export async function send(url: string, { path, ...request }: HttpRequest) {
  const response = await fetch(url + path, request);
  return { status: response.status, text: await response.text() };
}

/** Send a request, and return the body of the response. Throw if the request fails. */
export async function sendOk(url: string, request: HttpRequest): Promise<string> {
  const { status, text } = await send(url, request);
  if (status >= 300) throw new Error(`${request.method} ${request.path}: ${status} ${text.slice(0, 200)}`);
  return text;
}

/** Send the requests of a case one after another, and return the bodies of the responses. Throw if a request fails. */
export async function sendCase(each: RequestCase, site: Site, context: RequestContext): Promise<string[]> {
  const texts: string[] = [];
  for (const request of requestsOf(each, site, context)) texts.push(await sendOk(site.url, request));
  return texts;
}

/**
 * Call `action` with each number from 0 to `count` - 1 at a constant rate, without waiting for earlier calls. Return
 * the results of all calls.
 */
export const paced = <T>(count: number, perSecond: number, action: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, n) => {
      await sleep((n * 1_000) / perSecond);
      return action(n);
    }),
  );

type LoadOptions = {
  cases: readonly RequestCase[];
  data: (size: number) => DataOptions;
  size: number;
  rounds?: number;
  /** True to connect the server to Redis, as if there were other nodes. */
  redis?: true;
};
type Target = {
  name: string;
  url: string;
  /** Returns the requests that a connection sends again and again. */
  requests: (connection: number) => autocannon.Request[];
  rates: number[];
  failed: number;
};

/** Measure successful responses per second. Rounds on the site and on the bare server alternate. */
export const throughput =
  ({ cases, data, size, rounds = 5, redis }: LoadOptions): Measurement =>
  async () => {
    const measuredRounds = unlessQuick(rounds, 1);
    const compared = cases.filter(({ to }) => to !== undefined);
    const settings: Env = redis ? { REDIS_URL: (await useServices()).redisUrl } : {};
    const site = await openSite('PostgreSQL', data(size), settings);
    const bare = await startBareServer();
    const contexts = (connection: number) =>
      Array.from({ length: RIVALS }, (_, s) => {
        return { n: s * CONNECTIONS + connection, id: connection + 1, size };
      });
    const targets: Target[] = [];
    for (const name of new Set(compared.map(({ to = '' }) => to))) {
      const [method, path] = name.split(' ') as ['GET' | 'POST', string];
      targets.push({ name, url: bare.url, requests: () => [{ method, path }], rates: [], failed: 0 });
    }
    for (const each of compared) {
      const requests = (connection: number) =>
        contexts(connection).flatMap((context) => requestsOf(each, site, context));
      targets.push({ name: each.request, url: site.url, requests, rates: [], failed: 0 });
      const { before: request, byRival } = each;
      for (let connection = 0; request && connection < CONNECTIONS; connection++)
        for (const context of contexts(connection))
          await sendCase({ request, ...(byRival && { byRival }) }, site, context);
    }
    await load(targets, measuredRounds);
    await Promise.all([site.stop(), bare.stop()]);
    const rate = (wanted: string) =>
      Math.round(median(targets.find(({ name }) => name === wanted)?.rates ?? []));
    const rows = compared.map(({ request, to = '', aim }): Figure => {
      return [`${request}, compared with ${to}`, rate(request), aim, rate(to)];
    });
    return [
      `Responses per second${redis ? ' with Redis' : ''}: ${inWords(data(size))}, ${CONNECTIONS} connections, medians of ${measuredRounds} alternating rounds.`,
      '',
      ...figures(rows, undefined, 'at least'),
      ...targets.flatMap(({ name, failed }) => (failed ? `${name}: ${failed} failed, not counted.` : [])),
    ];
  };

/** Put load on one target after another, in a warm-up round and then in `rounds` measured rounds. */
async function load(targets: readonly Target[], rounds: number): Promise<void> {
  for (let round = 0; round <= rounds; round++)
    for (const target of targets) {
      let connection = 0;
      const setupClient = (client: autocannon.Client) =>
        client.setRequests(target.requests(connection++ % CONNECTIONS));
      const settings = { url: target.url, connections: CONNECTIONS, duration: SECONDS, setupClient };
      const run = await autocannon(settings);
      if (round === 0) continue;
      target.rates.push(run['2xx'] / run.duration);
      target.failed += run.non2xx + run.errors + run.timeouts;
    }
}

type GrowthOptions = Pick<LoadOptions, 'cases' | 'data'> & { few: number; many: number };
const [WARM_UP, CALLS] = [30, unlessQuick(200, 10)];
/** Maximum ratio of the request time with much data to the request time with little data. */
const GROWTH_AIM = 1.3;

/**
 * Measure requests that player 1 or the admin sends one after another, alternating between a site with little data and
 * a site with much data.
 */
export const growth =
  ({ cases, data, few, many }: GrowthOptions): Measurement =>
  async () => {
    const sites: { size: number; site: Site; times: number[] }[] = [];
    for (const size of [unlessQuick(many, 2 * few), few])
      sites.push({ size, site: await openSite('PostgreSQL', data(size)), times: [] });
    const rows: Figure[] = [];
    for (const each of cases) {
      for (const one of sites) one.times = [];
      for (let n = 0; n < WARM_UP + CALLS; n++)
        for (const { size, site, times } of sites) {
          const since = performance.now();
          const [text = ''] = await sendCase(each, site, { n, id: 1, size });
          if (n >= WARM_UP) times.push(performance.now() - since);
          if (each.items !== undefined && JSON.parse(text).length !== each.items)
            throw new Error(`${each.request} returns ${JSON.parse(text).length} items`);
        }
      const [large = 0, small = 0] = sites.map(({ times }) => median(times));
      rows.push([each.request, large, GROWTH_AIM, small]);
    }
    await Promise.all(sites.map(({ site }) => site.stop()));
    return [
      `Median round-trip time in ms of ${CALLS} sequential requests on PostgreSQL, alternating between two sites:`,
      `"much data" has ${sites.map(({ size }) => inWords(data(size))).join(', "little data" has ')}.`,
      '',
      ...figures(rows, ['much data', 'little data']),
    ];
  };
