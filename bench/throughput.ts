import autocannon from 'autocannon';
import { type DataOptions, inWords } from './data.ts';
import { type Figure, figures, type Measurement, median, unlessQuick } from './report.ts';
import { CONNECTIONS, type RequestCase, RIVALS, requestsOf, sendOk } from './requests.ts';
import { startServer } from './server.ts';
import { available, type DatabaseName, databaseEnv, openSite, type Site, useServices } from './site.ts';

type Options = {
  cases: readonly RequestCase[];
  data: (size: number) => DataOptions;
  size: number;
  rounds?: number;
  on?: readonly DatabaseName[];
  /** True to connect the server to Redis, as if there were other nodes. */
  redis?: true;
};
type Result = { name: string; url: string; rates: number[]; failed: number };
type Target = Result & { requests: (connection: number) => autocannon.Request[] };

const SECONDS = unlessQuick(3, 1);

/** Measure successful responses per second. Rounds on the site and on the bare server alternate. */
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
        return { name, url: bare.url, requests: () => [{ method, path }], rates: [], failed: 0 };
      });
      for (const each of compared) targets.push(await siteTarget(site, each, size));
      await measure(targets, unlessQuick(rounds, 1));
      await Promise.all([site.stop(), bare.stop()]);
      const rate = (name: string) =>
        Math.round(median(targets.find((item) => item.name === name)?.rates ?? []));
      const rows = compared.map(({ request: name, to = '', aim }): Figure => {
        return [
          `${name}, compared with ${to}`,
          rate(name),
          database === 'PostgreSQL' ? aim : undefined,
          rate(to),
        ];
      });
      const failures = targets.filter(({ failed }) => failed > 0);
      const about = `${database}${redis ? ' with Redis' : ''}, ${inWords(data(size))}`;
      lines.push(
        `Responses per second: ${about}, ${CONNECTIONS} connections, medians of ${rounds} alternating rounds.`,
        '',
        ...figures(rows, undefined, 'at least'),
        ...failures.map(({ name, failed }) => `${name}: ${failed} failed, not counted.`),
        '',
      );
    }
    return lines;
  };

async function siteTarget(site: Site, each: RequestCase, size: number): Promise<Target> {
  const contexts = (connection: number, count: number) =>
    Array.from({ length: count }, (_, n) => ({ n: n * CONNECTIONS + connection, id: connection + 1, size }));
  for (let connection = 0; connection < CONNECTIONS && each.before; connection++)
    for (const context of contexts(connection, RIVALS))
      for (const request of requestsOf(
        { request: each.before, ...(each.byRival && { byRival: true }) },
        site,
        context,
      ))
        await sendOk(site.url, request);
  const requests = (connection: number) =>
    contexts(connection, RIVALS).flatMap((context) => requestsOf(each, site, context));
  return { name: each.request, url: site.url, requests, rates: [], failed: 0 };
}

/** Send requests to the targets one after another, in a warm-up round and then in `rounds` measured rounds. */
async function measure(targets: readonly Target[], rounds: number): Promise<void> {
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
