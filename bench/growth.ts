import { type DataOptions, inWords } from './data.ts';
import { type Figure, figures, type Measurement, median, unlessQuick } from './report.ts';
import { type RequestCase, requestsOf, sendOk } from './requests.ts';
import { available, openSite } from './site.ts';

type Options = {
  cases: readonly RequestCase[];
  data: (size: number) => DataOptions;
  few: number;
  many: number;
};

const [WARM_UP, CALLS] = [30, unlessQuick(200, 10)];
/** Maximum ratio of the request time with much data to the request time with little data. */
const AIM = 1.3;

/**
 * Measure requests that player 1 sends one after another, alternating between a site with little data and a site with
 * much data.
 */
export const growth =
  ({ cases, data, few, many }: Options): Measurement =>
  async () => {
    if (available(['PostgreSQL']).length === 0) return [];
    const sizes = [unlessQuick(many, 2 * few), few];
    const sites = [];
    for (const size of sizes)
      sites.push({ size, ...(await openSite('PostgreSQL', data(size))), times: [] as number[] });
    const rows: Figure[] = [];
    for (const each of cases) {
      for (const site of sites) site.times = [];
      for (let n = 0; n < WARM_UP + CALLS; n++)
        for (const site of sites) {
          const since = performance.now();
          for (const request of requestsOf(each, site, { n, id: 1, size: site.size })) {
            const text = await sendOk(site.url, request);
            if (each.items !== undefined && JSON.parse(text).length !== each.items)
              throw new Error(`${request.path} returns ${JSON.parse(text).length} items`);
          }
          if (n >= WARM_UP) site.times.push(performance.now() - since);
        }
      const [large = 0, small = 0] = sites.map(({ times }) => median(times));
      rows.push([each.request, large, AIM, small]);
    }
    await Promise.all(sites.map(({ stop }) => stop()));
    const about = sites.map(
      ({ size, filledIn }) => `${inWords(data(size))} (generated in ${filledIn.toFixed(0)} s)`,
    );
    return [
      `Median round-trip time in ms of ${CALLS} sequential requests on PostgreSQL, alternating between two sites:`,
      `"much data" has ${about.join(', "little data" has ')}.`,
      '',
      ...figures(rows, ['much data', 'little data']),
    ];
  };
