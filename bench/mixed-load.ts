/**
 * Measures a usual evening on one node with PostgreSQL: 2,000 connected players who read, like, write, fight and talk,
 * each with times to think, limits on as always; then all of them lose their connections and come back at the same
 * moment. Writes throughput, times by call, errors, memory and processor into docs/measurements.md.
 */
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Socket } from 'socket.io-client';
import { runAsOwner } from '../server/src/testing/database.ts';
import { actionStats, errorCounts, type Outcome, recordOutcome, rowOf } from './action-stats.ts';
import { feedStatements, fillDatabase } from './feed-data.ts';
import { forumStatements } from './forum-data.ts';
import { writeMeasurements } from './report.ts';
import { measureUsage } from './resource-usage.ts';
import {
  createDatabase,
  reportMissedTargets,
  startBenchSite,
  startOwnServices,
  withoutContentType,
} from './sites.ts';
import { openSiteSocket, waitForConnect } from './sockets.ts';

const PLAYERS = 2_000;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 120);
/** Not counted: code is compiled, and each connection plans its first statements. */
const WARM_UP_SECONDS = 30;
/** Between two acts of one player, on average. */
const THINK_MS = 10_000;
const POSTS = 100_000;
const THREADS = 10_000;
const MAX_KB_PER_SOCKET = 60;
const MAX_RECONNECT_SECONDS = 10;
/** Connected one after the other in so many rows, as players come in the course of an evening. */
const CONNECT_LANES = 20;

type Player = {
  id: number;
  headers: Record<string, string>;
  socket: Socket;
  rival: number | null;
  /** How often they have done something. */
  actions: number;
  seed: number;
};
type WeightedAction = { share: number; name: string; act: (player: Player) => Promise<Outcome> };

const running = await startOwnServices();
const databaseUrl = await createDatabase(running.databaseUrl, 'mixed');
const site = await startBenchSite(databaseUrl, fillForLoad, { RATE_LIMITS: 'on', TRUST_PROXY: '1' });

const warm = await connect(site.tokens.slice(0, 200));
await Promise.all(warm.map((player) => read(player, '/api/dashboard', 'warm-up')));
for (const { socket } of warm) socket.disconnect();
await sleep(10_000);
const empty = await measureUsage(site.url);
const players = await connect(site.tokens);
await sleep(10_000);
const full = await measureUsage(site.url);
console.log(`${PLAYERS} connected`);

const over = performance.now() + (WARM_UP_SECONDS + SECONDS) * 1_000;
const activeUsers = players.map((player) => runUser(player, over));
await sleep(WARM_UP_SECONDS * 1_000);
actionStats.clear();
const begun = await measureUsage(site.url);
await Promise.all(activeUsers);
const ended = await measureUsage(site.url);
const loadRun = new Map(actionStats);
const reconnectSeconds = await reconnectAll();

const count = [...loadRun.values()].reduce((sum, one) => sum + one.times.length, 0);
const failed = [...loadRun.values(), ...actionStats.values()].reduce((sum, one) => sum + one.failed, 0);
const kilobytes = (full.memory - empty.memory) / PLAYERS / 1_000;
writeMeasurements(
  'mixed',
  [
    `${PLAYERS.toLocaleString('en')} players connected to one node with PostgreSQL (${POSTS.toLocaleString('en')} posts, ${THREADS.toLocaleString('en')} threads), each doing something every ${THINK_MS / 1_000} s`,
    `on average, for ${SECONDS} s after ${WARM_UP_SECONDS} s to warm up; limits on; ${availableParallelism()} processors shared by all players (one process), server and database.`,
    'Times in ms are from the call to its answer, or to its acknowledgement. What the rules of the game refuse (too weak,',
    'too soon) is counted apart.',
    '',
    '| what | times | p50 | p95 | p99 | refused | failed |',
    '|---|---|---|---|---|---|---|',
    ...[...loadRun].sort(([a], [b]) => a.localeCompare(b)).map(rowOf),
    '',
    '| | |',
    '|---|---|',
    `| done a second | ${(count / SECONDS).toFixed(0)} |`,
    `| failed, among them as all came back (at most 0) | ${failed} |`,
    `| processor of the server, of one | ${((ended.cpu - begun.cpu) / (ended.at - begun.at)).toFixed(2)} |`,
    `| processor of PostgreSQL, of one | ${((ended.database - begun.database) / (ended.at - begun.at)).toFixed(2)} |`,
    `| p99 of the lag of its event loop, ms | ${(ended.lag * 1_000).toFixed(0)} |`,
    `| memory with nobody connected, MB | ${(empty.memory / 1e6).toFixed(0)} |`,
    `| memory for each socket, KB (at most ${MAX_KB_PER_SOCKET}) | ${kilobytes.toFixed(1)} |`,
    `| memory at the end, MB | ${(ended.memory / 1e6).toFixed(0)} |`,
    `| all back after losing every connection at once, s (at most ${MAX_RECONNECT_SECONDS}) | ${reconnectSeconds.toFixed(1)} |`,
    '',
    ...reportMissedTargets([
      ...(failed > 0 ? [`${failed} failed`] : []),
      ...(kilobytes > MAX_KB_PER_SOCKET ? [`a socket takes ${kilobytes.toFixed(1)} KB`] : []),
      ...(reconnectSeconds > MAX_RECONNECT_SECONDS
        ? [`all were back after ${reconnectSeconds.toFixed(1)} s`]
        : []),
    ]),
    ...(errorCounts.size > 0
      ? [`Faults: ${[...errorCounts].map(([error, n]) => `${error} (${n})`).join('; ')}.`]
      : []),
  ].join('\n'),
);
for (const { socket } of players) socket.disconnect();
await site.stop();
await running.stop();
process.exit();

async function fillForLoad(): Promise<string[]> {
  const [feed, forum] = [feedStatements(POSTS), forumStatements(THREADS)];
  const tokens = await fillDatabase(
    databaseUrl,
    {
      tables: [...feed.tables, ...forum.tables],
      keys: feed.keys,
      statements: [...feed.statements, ...forum.statements],
    },
    PLAYERS,
  );
  // Nobody is blocked by their rival, and nobody is too weak for an evening.
  await runAsOwner(databaseUrl, 'delete from blocks');
  await runAsOwner(
    databaseUrl,
    'update characters set health = 100000, max_health = 100000, energy = 100000',
  );
  return tokens;
}

/** What a player does, and how many times of a hundred. */
function weightedActions(): WeightedAction[] {
  const get = (share: number, name: string, path: (player: Player) => string): WeightedAction => ({
    share,
    name,
    act: (player) => read(player, path(player), name),
  });
  return [
    get(25, 'GET /api/feed', () => '/api/feed?limit=10'),
    get(5, 'GET /api/feed, another page', (player) => `/api/feed?limit=10&cursor=${somePost(player)}`),
    get(8, 'GET /api/forum-threads', () => '/api/forum-threads'),
    get(4, 'GET /api/forum-threads/{id}', (player) => `/api/forum-threads/${pickOne(player, THREADS)}`),
    get(10, 'GET /api/profiles/{id}', (player) => `/api/profiles/${pickOne(player, PLAYERS)}`),
    get(6, 'GET /api/dms/{userId}', (player) => `/api/dms/${partnerOf(player)}`),
    get(4, 'GET /api/notifications', () => '/api/notifications'),
    {
      share: 10,
      name: 'POST /api/feed/{id}/like',
      act: (player) => write(player, `/api/feed/${somePost(player)}/like`, 'POST /api/feed/{id}/like'),
    },
    {
      share: 3,
      name: 'POST /api/feed/{id}/comments',
      act: (player) =>
        write(player, `/api/feed/${somePost(player)}/comments`, 'POST /api/feed/{id}/comments', {
          body: 'Well struck, and well told.',
          gifUrl: '',
        }),
    },
    {
      share: 12,
      name: 'private message',
      act: (player) =>
        emitEvent(player, 'private message', {
          senderId: player.id,
          receiverId: partnerOf(player),
          text: 'At the gate, at sundown?',
          clientTempId: `${player.id}-${player.actions}`,
        }),
    },
    { share: 12, name: 'POST /api/combat/attack', act: strike },
    {
      share: 1,
      name: 'chat message',
      act: (player) => emitEvent(player, 'chat message', { text: `Hail, for the ${player.actions}th time` }),
    },
  ];
}

/** Acts until the time is over, after a pause to think each time. */
async function runUser(player: Player, end: number): Promise<void> {
  const acts = weightedActions();
  for (;;) {
    await sleep(-Math.log(1 - random(player)) * THINK_MS);
    if (performance.now() > end) return;
    let left = random(player) * 100;
    player.actions++;
    for (const { share, act } of acts) {
      left -= share;
      if (left >= 0) continue;
      await act(player);
      break;
    }
  }
}

async function strike(player: Player): Promise<Outcome> {
  if (player.rival === null) {
    const rival = 1 + ((player.id + player.actions) % PLAYERS);
    const begun = await read(
      player,
      `/api/combat/${player.id}?opponentId=${rival}`,
      'GET /api/combat/{userId}, a new fight',
    );
    if (begun !== 'done') return begun;
    player.rival = rival;
  }
  const done = await write(player, '/api/combat/attack', 'POST /api/combat/attack', {
    defenderId: player.rival,
  });
  // It is over, or not to be: the next blow is in a new one.
  if (done === 'refused' || player.actions % 10 === 0) player.rival = null;
  return done;
}

function read(player: Player, path: string, name: string): Promise<Outcome> {
  return timedRequest(name, () => fetch(site.url + path, { headers: withoutContentType(player.headers) }));
}

function write(player: Player, path: string, name: string, body?: object): Promise<Outcome> {
  const headers = body ? player.headers : withoutContentType(player.headers);
  return timedRequest(name, () =>
    fetch(site.url + path, { method: 'POST', headers, ...(body && { body: JSON.stringify(body) }) }),
  );
}

async function timedRequest(name: string, send: () => Promise<Response>): Promise<Outcome> {
  const since = performance.now();
  const answer = await send().catch((error) => String(error.cause ?? error));
  if (typeof answer === 'string') return recordOutcome(name, since, 'failed', answer);
  const text = await answer.text();
  if (answer.ok) return recordOutcome(name, since, 'done');
  const refused = answer.status === 409 || answer.status === 429;
  return recordOutcome(
    name,
    since,
    refused ? 'refused' : 'failed',
    `${name}: ${answer.status} ${text.slice(0, 100)}`,
  );
}

async function emitEvent({ socket }: Player, event: string, payload: object): Promise<Outcome> {
  const since = performance.now();
  const answer: { ok: boolean; code?: string } = await socket
    .timeout(10_000)
    .emitWithAck(event, payload)
    .catch((error) => ({ ok: false, code: String(error) }));
  if (answer.ok) return recordOutcome(event, since, 'done');
  const refused = answer.code === 'tooOften' || answer.code === 'conflict';
  return recordOutcome(event, since, refused ? 'refused' : 'failed', `${event}: ${answer.code}`);
}

async function connect(tokens: readonly string[]): Promise<Player[]> {
  const come = async (first: number): Promise<Player[]> => {
    const came: Player[] = [];
    for (let index = first; index < tokens.length; index += CONNECT_LANES) {
      const address = { 'x-forwarded-for': `198.51.${100 + (index >> 8)}.${index & 255}` };
      came.push({
        id: index + 1,
        headers: { ...site.headers[index], ...address },
        socket: await openSiteSocket(site.url, tokens[index], address),
        rival: null,
        actions: 0,
        seed: index,
      });
    }
    return came;
  };
  return (await Promise.all(Array.from({ length: CONNECT_LANES }, (_, door) => come(door)))).flat();
}

/** All connections are lost at once; each player comes back as the client does, and asks what was missed. Answers s until the last is there. */
async function reconnectAll(): Promise<number> {
  const since = new Date().toISOString();
  for (const { socket } of players) socket.disconnect();
  await sleep(2_000);
  actionStats.clear();
  const begin = performance.now();
  await Promise.all(
    players.map(async (player) => {
      const back = waitForConnect(player.socket);
      player.socket.connect();
      await back.catch((error) => recordOutcome('back online', begin, 'failed', `back online: ${error}`));
      await read(player, `/api/dms/sync?since=${since}`, 'GET /api/dms/sync');
      await read(player, '/api/notifications/unread-counts', 'GET /api/notifications/unread-counts');
    }),
  );
  return (performance.now() - begin) / 1_000;
}

/** The other of a pair who write to each other. */
function partnerOf({ id }: Player): number {
  return id % 2 === 0 ? id - 1 : id + 1;
}

function pickOne(player: Player, count: number): number {
  return 1 + Math.floor(random(player) * count);
}

/** One of the newest thousand posts, which most people look at, or any. */
function somePost(player: Player): number {
  return POSTS - pickOne(player, random(player) < 0.8 ? 1_000 : POSTS) + 1;
}

/** From 0 below 1, in the same order in every run for each player (mulberry32). */
function random(player: Player): number {
  player.seed = (player.seed + 0x6d2b79f5) | 0;
  let drawn = Math.imul(player.seed ^ (player.seed >>> 15), 1 | player.seed);
  drawn = (drawn + Math.imul(drawn ^ (drawn >>> 7), 61 | drawn)) ^ drawn;
  return ((drawn ^ (drawn >>> 14)) >>> 0) / 2 ** 32;
}
