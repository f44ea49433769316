import autocannon from 'autocannon';

/** One for each connection. */
export const PLAYERS = 50;
/** Of each player: enough that nobody strikes in one fight twice within the half second that the rules ask for. */
export const RIVALS = 24;
const SECONDS = 3;

/** One of the things that are compared: where, and what each connection asks for in turn. */
export type Target = { name: string; url: string; requests: (connection: number) => autocannon.Request[] };
/** Good answers a second, and how many were not good, over all rounds. */
export type Throughput = { perSecond: number[]; bad: number; statuses: string[] };

/** Measures all targets in turn, `rounds` times over; the first round warms up and does not count. */
export async function measure(targets: readonly Target[], rounds: number): Promise<Map<string, Throughput>> {
  const results = new Map<string, Throughput>(
    targets.map(({ name }) => [name, { perSecond: [], bad: 0, statuses: [] }]),
  );
  for (let round = 0; round <= rounds; round++) {
    for (const target of targets) {
      const { perSecond, bad, statuses } = await runLoad(target);
      const result = results.get(target.name);
      if (round === 0 || result === undefined) continue;
      result.perSecond.push(perSecond);
      result.bad += bad;
      result.statuses = [...new Set([...result.statuses, ...statuses])];
    }
  }
  return results;
}

async function runLoad({ url, requests }: Target) {
  let connection = 0;
  const result = await autocannon({
    url,
    connections: PLAYERS,
    duration: SECONDS,
    setupClient: (client) => client.setRequests(requests(connection++ % PLAYERS)),
  });
  const statuses = Object.entries(result.statusCodeStats ?? {}).map(([status, { count }]) => ({
    status,
    count,
  }));
  const good = statuses.filter(({ status }) => status.startsWith('2'));
  return {
    perSecond: good.reduce((sum, { count }) => sum + (count ?? 0), 0) / result.duration,
    bad: result.non2xx + result.errors + result.timeouts,
    statuses: statuses.filter((one) => !good.includes(one)).map(({ status }) => status),
  };
}

export const median = (numbers: readonly number[]) =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
