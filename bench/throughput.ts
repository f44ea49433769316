import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import type { DataOptions } from './data.ts';
import { type Measurement, unlessQuick } from './options.ts';
import { type Figure, figures, median } from './report.ts';
import { CONNECTIONS, type RequestCase, RIVALS, requestsOf, sendOk } from './requests.ts';
import { startServer } from './server.ts';
import { available, type DatabaseName, databaseEnv, openSite, type Site, useServices } from './site.ts';

/** Compared to a request of bench/bare-server.ts, if it has one; on PostgreSQL its rate must reach a share of that. */
export type ThroughputCase = RequestCase & { to?: string; aim?: number };
type Options = {
  cases: readonly ThroughputCase[];
  data: (size: number) => DataOptions;
  size: number;
  rounds?: number;
  on?: readonly DatabaseName[];
  /** The server shares a Redis with other nodes. */
  redis?: true;
};
type Target = { name: string; url: string; requests: (connection: number) => autocannon.Request[] };
type Result = { rates: number[]; failed: number };

const SECONDS = unlessQuick(3, 1);
/** Requests of each connection, sent over and over: a multiple of RIVALS. */
const REQUESTS = 4 * RIVALS;

/** Measure successful responses a second, in alternating rounds with the bare server. */
export const throughput =
  ({ cases, data, size, rounds = 5, on = ['PostgreSQL'], redis }: Options): Measurement =>
  async () => {
    const compared = cases.filter(({ to }) => to !== undefined);
    const lines: string[] = [];
    for (const database of available(on)) {
      const redisUrl = redis && (await useServices()).redisUrl;
      const site = await openSite(database, data(size), redisUrl ? { REDIS_URL: redisUrl } : {});
      const bare = await startServer('bench/bare-server.ts', await databaseEnv(database));
      const targets: Target[] = [...new Set(compared.map(({ to = '' }) => to))].map((name) => {
        const [method, path] = name.split(' ') as ['GET' | 'POST', string];
        return { name, url: bare.url, requests: () => [{ method, path }] };
      });
      for (const each of compared) targets.push(await siteTarget(site, each, size));
      const results = await measure(targets, unlessQuick(rounds, 1));
      await Promise.all([site.stop(), bare.stop()]);
      const rate = (name: string) => Math.round(median(results.get(name)?.rates ?? []));
      const rows = compared.map(({ request, name = request, to = '', aim }): Figure => {
        return [`${name}, to ${to}`, rate(name), database === 'PostgreSQL' ? aim : undefined, rate(to)];
      });
      const failures = [...results].filter(([, { failed }]) => failed > 0);
      const about = `${database}${redis ? ' with Redis' : ''}, data ${JSON.stringify(data(size))}`;
      lines.push(
        '',
        `Responses a second: ${about}, ${CONNECTIONS} connections, medians of ${rounds} alternating rounds.`,
        '',
        ...figures(rows, undefined, 'at least'),
        ...failures.map(([name, { failed }]) => `${name}: ${failed} failed and do not count.`),
      );
    }
    return lines;
  };

async function siteTarget(site: Site, each: ThroughputCase, size: number): Promise<Target> {
  const contexts = (connection: number, count: number) =>
    Array.from({ length: count }, (_, n) => ({ n: n * CONNECTIONS + connection, id: connection + 1, size }));
  for (let connection = 0; connection < CONNECTIONS && each.before; connection++)
    for (const context of contexts(connection, RIVALS))
      for (const request of requestsOf({ request: each.before }, site, context))
        await sendOk(site.url, request);
  const setupRequest = (request: autocannon.Request) => ({
    ...request,
    headers: { ...request.headers, 'idempotency-key': randomUUID() },
  });
  const requests = (connection: number) =>
    contexts(connection, REQUESTS)
      .flatMap((context) => requestsOf(each, site, context))
      .map((request) => ({ ...request, ...(each.keyed && { setupRequest }) }));
  return { name: each.name ?? each.request, url: site.url, requests };
}

/** Load each target in turn, `rounds` times. A first round warms up and does not count. */
async function measure(targets: readonly Target[], rounds: number): Promise<Map<string, Result>> {
  const results = new Map<string, Result>();
  for (let round = 0; round <= rounds; round++)
    for (const { name, url, requests } of targets) {
      let connection = 0;
      const setupClient = (client: autocannon.Client) =>
        client.setRequests(requests(connection++ % CONNECTIONS));
      const run = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS, setupClient });
      const result = results.get(name) ?? { rates: [], failed: 0 };
      if (round > 0) results.set(name, result);
      result.rates.push(run['2xx'] / run.duration);
      result.failed += run.non2xx + run.errors + run.timeouts;
    }
  return results;
}
