import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ensurePromtool } from '../../../scripts/testing/promtool.ts';
import { isAvailable } from '../../../scripts/testing/tools.ts';
import { waitFor } from '../../../scripts/testing/wait-for.ts';
import { createTestApp } from '../testing/app.ts';
import { createPostgresDatabase, type TestDatabase } from '../testing/database.ts';
import { newRedisUrl } from '../testing/redis.ts';
import { ServerProcess } from '../testing/server-process.ts';

const DEPLOY = path.join(import.meta.dirname, '../../../deploy');
const read = (file: string): string => readFileSync(path.join(DEPLOY, file), 'utf8');

type Rules = { groups: { rules: { expr: string }[] }[] };
type Panel = { targets?: { expr: string }[] };
const RULES = (parse(read('prometheus/rules.yml')) as Rules).groups.flatMap(({ rules }) => rules);
const TARGETS = (JSON.parse(read('grafana/rivalhold.json')) as { panels: Panel[] }).panels.flatMap(
  ({ targets = [] }) => targets,
);

/** Metrics that Prometheus itself or the blackbox exporter provides. */
const OF_OTHERS = new Set(['up', 'probe_success', 'probe_ssl_earliest_cert_expiry']);
/** Labels that Prometheus adds to every metric. */
const ADDED_LABELS = ['job', 'instance'];
const KEYWORDS = new Set(['and', 'or', 'unless', 'offset', 'bool', 'on', 'by', 'without', 'ignoring']);

/** Return the metrics that a PromQL expression reads, each with the labels that the expression selects. */
function metricsIn(expression: string): { name: string; labels: string[] }[] {
  const text = expression
    .replaceAll(/\b(by|without|on|ignoring) \([^)]*\)/g, '')
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/\boffset \w+/g, '');
  return [...text.matchAll(/\b([a-z_][\w:]*)\b(?!\s*\()(?:\{([^}]*)\})?(?![^{]*\})/g)]
    .filter(([, name = '']) => !KEYWORDS.has(name))
    .map(([, name = '', selectors = '']) => ({
      name,
      labels: [...selectors.matchAll(/(\w+)\s*[=!]~?\s*"/g)].map(([, label = '']) => label),
    }));
}

const queried = [...RULES, ...TARGETS].flatMap(({ expr }) => metricsIn(expr));

// A site with PostgreSQL, a replica and Redis, because some metrics exist only on such a site.
let server: ServerProcess;
let database: TestDatabase;
let text = '';
beforeAll(async () => {
  const { TEST_DATABASE_URL = '', TEST_TEMPLATE_DATABASE } = process.env;
  database = await createPostgresDatabase(TEST_DATABASE_URL, { copyOf: TEST_TEMPLATE_DATABASE });
  server = new ServerProcess({
    DATABASE_URL: database.url,
    DATABASE_REPLICA_URL: database.url,
    REDIS_URL: await newRedisUrl(),
    SESSION_SECRET: 'of-no-use-to-anybody-else-0123456789',
  });
  await server.start();
  await waitFor(async () => {
    text = await (await fetch(`${server.url}/metrics`)).text();
    expect(text).toContain('rivalhold_service_up{service="redis"');
  });
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

/** The types of the metrics of the running site, by name. */
const types = () =>
  new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]));
const isHistogram = (name: string): boolean => types().get(name) === 'histogram';
const baseOf = (name: string): string => {
  const base = name.replace(/_(bucket|count|sum)$/, '');
  return isHistogram(base) ? base : name;
};

describe('the metrics of a running site', () => {
  it('include every metric that a rule or dashboard queries', () => {
    expect(
      metricsIn('sum by (le) (rate(a_bucket{x="(1)",y=~"b"}[5m])) > 1e9 and on () max(c offset 1m)'),
    ).toEqual([
      { name: 'a_bucket', labels: ['x', 'y'] },
      { name: 'c', labels: [] },
    ]);
    const missing = queried.filter(({ name }) => !OF_OTHERS.has(name) && !types().has(baseOf(name)));
    expect(missing).toEqual([]);
    expect(queried.length).toBeGreaterThan(60);
  });

  it('have every label that a rule or dashboard selects', async () => {
    // A metric without samples has no visible labels, so compare with the declared labels of the metrics.
    const app = await createTestApp();
    const declared = new Map(
      app.site.metrics.registry
        .getMetricsAsArray()
        .map((metric) => [metric.name, (metric as unknown as { labelNames: string[] }).labelNames]),
    );
    await app.close();
    const missing = queried.flatMap(({ name, labels }) =>
      labels
        .filter((label) => ![...ADDED_LABELS, 'le'].includes(label))
        .filter((label) => !declared.get(baseOf(name))?.includes(label))
        .map((label) => `${name}: ${label}`),
    );
    expect(missing).toEqual([]);
  });

  it('are all shown on the dashboard', () => {
    const shown = new Set(TARGETS.flatMap(({ expr }) => metricsIn(expr)).map(({ name }) => baseOf(name)));
    const own = [...types().keys()].filter((name) => name.startsWith('rivalhold_'));
    expect(own.filter((name) => !shown.has(name))).toEqual([]);
  });

  it('have no label that Prometheus itself adds', () => {
    for (const label of ADDED_LABELS)
      expect(text).not.toMatch(new RegExp(`^rivalhold_.*[{,]${label}="`, 'm'));
  });

  const promtool = ensurePromtool();
  it.skipIf(!isAvailable(promtool, 'promtool'))('follow the naming rules of Prometheus', () => {
    const own = text.split('\n').filter((line) => /^(# \w+ )?rivalhold_/.test(line));
    const checked = spawnSync(promtool as string, ['check', 'metrics'], {
      input: `${own.join('\n')}\n`,
      encoding: 'utf8',
    });
    expect(checked.stdout + checked.stderr).toBe('');
    expect(checked.status).toBe(0);
  });
});
