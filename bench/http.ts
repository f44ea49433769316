/**
 * Measures the server against a bare Fastify on the same driver: on the embedded database, and on PostgreSQL
 * (`BENCH_DATABASE_URL`, an empty database of its own, else a throw-away one of this machine). Prints the ratios and
 * writes them into docs/measurements.md.
 */
import { availableParallelism } from 'node:os';
import { measure, RIVALS, type Target } from './load.ts';
import { writeMeasurements } from './report.ts';
import { landingScriptSizes } from './script-size.ts';
import { type Env, headersOf, runScript, startServer } from './server.ts';
import { compareThroughput, onBothDatabases } from './sites.ts';

const ROUNDS = 5;

/** What is measured, to what it is compared, and the share of it that is aimed at on PostgreSQL. */
const COMPARED = [
  { name: 'GET /api/session', to: 'bare read', aim: 0.8 },
  { name: 'GET /api/profiles/{id}', to: 'bare read', aim: 0.45 },
  { name: 'GET /api/profiles', to: 'bare read', aim: 0.35 },
  { name: 'GET /api/leaderboard', to: 'bare read', aim: 1 },
  { name: 'POST /api/combat/attack', to: 'bare write', aim: 0.2 },
  { name: 'POST comment on a profile', to: 'bare write', aim: 0.4 },
];

const { loaded, fetched } = landingScriptSizes();
const formatSize = ({ files, bytes }: typeof loaded) =>
  `${(bytes / 1024).toFixed(1)} KB of scripts (gzip) in ${files} files`;
const tables = await onBothDatabases(measureOn, process.env.BENCH_DATABASE_URL);
writeMeasurements(
  'http',
  [
    `50 connections, ${ROUNDS} rounds in turn, medians; ${availableParallelism()} processors shared by load, server`,
    `and database; Node ${process.versions.node}. The bare handlers are \`bench/baseline.ts\`.`,
    '',
    ...tables,
    `Landing page: ${formatSize(loaded)}, and once somebody moves ${formatSize(fetched)}; at most 2.3 and 120.`,
  ].join('\n'),
);

async function measureOn(what: string, envOf: (name: string) => Env): Promise<string> {
  const env = { ...envOf('site'), SEED: 'none', RATE_LIMITS: 'off' };
  const tokens = JSON.parse(runScript('bench/fight-data.ts', env)) as string[];
  const site = await startServer('server/src/main.ts', env);
  const bare = await startServer('bench/baseline.ts', envOf('bare'));
  try {
    const results = await measure(await targets(site.url, bare.url, tokens), ROUNDS);
    const compared = COMPARED.map((one) => ({ ...one, aim: what === 'PostgreSQL' ? one.aim : null }));
    const name = what === 'PostgreSQL' ? what : 'the embedded database';
    return [`On ${name}:`, '', ...compareThroughput(results, compared), ''].join('\n');
  } finally {
    await Promise.all([site.stop(), bare.stop()]);
  }
}

/** Opens the fights, and says what each connection asks for: always as the same player. */
async function targets(site: string, bare: string, tokens: string[]): Promise<Target[]> {
  const headers = await Promise.all(
    tokens.map(async (token) => ({
      ...(await headersOf(site, token)),
      'content-type': 'application/json',
    })),
  );
  const rivalsOf = (player: number) =>
    Array.from({ length: RIVALS }, (_, index) => tokens.length + player * RIVALS + index + 1);
  for (const [player, { cookie }] of headers.entries()) {
    for (const rival of rivalsOf(player)) {
      const answer = await fetch(`${site}/api/combat/${player + 1}?opponentId=${rival}`, {
        headers: { cookie },
      });
      if (!answer.ok) throw new Error(`A fight was not opened: ${await answer.text()}`);
    }
  }
  return [
    { name: 'bare read', url: bare, requests: () => [{ path: '/read' }] },
    {
      name: 'GET /api/session',
      url: site,
      requests: (player) => [{ path: '/api/session', headers: headers[player] }],
    },
    {
      name: 'GET /api/profiles/{id}',
      url: site,
      requests: (player) =>
        rivalsOf(player).map((id) => ({ path: `/api/profiles/${id}`, headers: headers[player] })),
    },
    {
      name: 'GET /api/profiles',
      url: site,
      requests: (player) => [{ path: '/api/profiles', headers: headers[player] }],
    },
    {
      name: 'GET /api/leaderboard',
      url: site,
      requests: (player) => [{ path: '/api/leaderboard', headers: headers[player] }],
    },
    { name: 'bare write', url: bare, requests: () => [{ method: 'POST', path: '/write' }] },
    {
      name: 'POST /api/combat/attack',
      url: site,
      requests: (player) =>
        rivalsOf(player).map((defenderId) => ({
          method: 'POST',
          path: '/api/combat/attack',
          headers: headers[player],
          body: JSON.stringify({ defenderId }),
        })),
    },
    {
      name: 'POST comment on a profile',
      url: site,
      requests: (player) =>
        rivalsOf(player).map((id) => ({
          method: 'POST',
          path: `/api/profiles/${id}/status/comments`,
          headers: headers[player],
          body: JSON.stringify({ body: 'A clean strike, and well defended.' }),
        })),
    },
  ];
}
