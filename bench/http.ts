/**
 * Measures the server against a bare Fastify on the same driver: on the embedded database, and on PostgreSQL
 * (`BENCH_DATABASE_URL`, an empty database of its own, else a throw-away one of this machine). Prints the ratios and
 * writes them into docs/measurements.md.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findEngines, startEngines } from '../scripts/testing/engines.ts';
import { freePort } from '../scripts/testing/free-port.ts';
import { landingScripts } from './landing.ts';
import { type Measured, measure, median, RIVALS, type Target } from './load.ts';
import { writeMeasurements } from './report.ts';

const ROUNDS = 5;
const root = join(import.meta.dirname, '..');
type Env = Record<string, string>;
type Running = { url: string; stop: () => Promise<void> };

/** What is measured, to what it is compared, and the share of it that is aimed at on PostgreSQL. */
const COMPARED = [
  { name: 'GET /api/session', to: 'bare read', aim: 0.8 },
  { name: 'GET /api/profiles/{id}', to: 'bare read', aim: 0.45 },
  { name: 'POST /api/combat/attack', to: 'bare write', aim: 0.2 },
];

const { files, bytes } = landingScripts();
const tables = [await onDatabase('the embedded database', (name) => ({ DATA_DIR: join(folder(), name) }))];
const engines = findEngines();
const given = process.env.BENCH_DATABASE_URL;
if (given !== undefined || engines !== null) {
  const running =
    given === undefined && engines !== null ? await startEngines(engines, { durable: true }) : null;
  const env = {
    DATABASE_URL: given ?? running?.databaseUrl ?? '',
    SESSION_SECRET: 'only-for-this-measurement-0123456789',
  };
  tables.push(await onDatabase('PostgreSQL', (name) => ({ ...env, DATA_DIR: join(folder(), name) })));
  await running?.stop();
} else {
  console.log('skipped: PostgreSQL is not on this machine');
}
writeMeasurements(
  'http',
  [
    `50 connections, ${ROUNDS} rounds in turn, medians; ${availableParallelism()} processors shared by load, server`,
    `and database; Node ${process.versions.node}. The bare handlers are \`bench/baseline.ts\`.`,
    '',
    ...tables,
    `Landing page: ${(bytes / 1024).toFixed(1)} KB of scripts (gzip) in ${files} files; at most 120.`,
  ].join('\n'),
);

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'rivalhold-bench-'));
  process.once('exit', () => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function onDatabase(what: string, envOf: (name: string) => Env): Promise<string> {
  const env = { ...envOf('site'), SEED: 'none', RATE_LIMITS: 'off' };
  const tokens = JSON.parse(runToEnd('bench/arena.ts', env)) as string[];
  const site = await startServer('server/src/main.ts', env);
  const bare = await startServer('bench/baseline.ts', envOf('bare'));
  try {
    const results = await measure(await targets(site.url, bare.url, tokens), ROUNDS);
    return table(what, results);
  } finally {
    await Promise.all([site.stop(), bare.stop()]);
  }
}

function runToEnd(script: string, env: Env): string {
  const { status, stdout } = spawnSync(process.execPath, [script], {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`${script} ended with ${status}`);
  return stdout;
}

async function startServer(script: string, env: Env): Promise<Running> {
  const port = await freePort();
  const server = spawn(process.execPath, ['scripts/testing/leash.ts', script], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ...env, PORT: String(port) },
    stdio: ['pipe', 'ignore', 'inherit'],
    detached: true,
  });
  const url = `http://127.0.0.1:${port}`;
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) {
    if (server.exitCode !== null) throw new Error(`${script} ended with ${server.exitCode}`);
    await sleep(100);
  }
  return {
    url,
    stop: () => {
      server.stdin.end();
      return ended;
    },
  };
}

/** Opens the fights, and says what each connection asks for: always as the same player. */
async function targets(site: string, bare: string, tokens: string[]): Promise<Target[]> {
  const headers = await Promise.all(
    tokens.map(async (token) => {
      const cookie = `rivalhold-session=${token}`;
      const answer = await fetch(`${site}/api/csrf/restore`, { headers: { cookie } });
      const { csrfToken } = (await answer.json()) as { csrfToken: string };
      const set = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
      return {
        cookie: [cookie, ...set].join('; '),
        'x-csrf-token': csrfToken,
        'content-type': 'application/json',
      };
    }),
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
  ];
}

function table(what: string, results: ReadonlyMap<string, Measured>): string {
  const speed = (name: string) => median(results.get(name)?.perSecond ?? []);
  const rows = COMPARED.map(({ name, to, aim }) => {
    const ratio = (speed(name) / speed(to)).toFixed(2);
    const aimed = what === 'PostgreSQL' ? String(aim) : '';
    return `| ${name} | ${Math.round(speed(name))} | ${to}, ${Math.round(speed(to))} | ${ratio} | ${aimed} |`;
  });
  const bad = [...results].filter(([, result]) => result.bad > 0);
  const faults = bad.map(
    ([name, result]) => `${name}: ${result.bad} not counted (${result.statuses.join(', ') || 'no answer'})`,
  );
  return [
    `On ${what}:`,
    '',
    '| call | answers/s | compared to, answers/s | ratio | aim |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    ...(faults.length > 0 ? [`Answers other than 2xx: ${faults.join('; ')}.`, ''] : []),
  ].join('\n');
}
