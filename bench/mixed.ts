/**
 * Measures a usual evening on one node with PostgreSQL: 2,000 connected players who read, like, write, fight and talk,
 * each with times to think, limits on as always; then all of them lose their connections and come back at the same
 * moment. Writes throughput, times by call, errors, memory and processor into docs/measurements.md.
 */
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Socket } from 'socket.io-client';
import { asOwner } from '../server/src/testing/database.ts';
import { book, booked, faults, type Outcome, rowOf } from './booked.ts';
import { feedOf, fill } from './feed-data.ts';
import { figures } from './figures.ts';
import { forumOf } from './forum-data.ts';
import { writeMeasurements } from './report.ts';
import { aimsMissed, newDatabase, openSite, ownEngines, withoutType } from './sites.ts';
import { opened, toSite } from './sockets.ts';

const PLAYERS = 2_000;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 120);
/** Not counted: code is compiled, and each connection plans its first statements. */
const WARM_UP_SECONDS = 30;
/** Between two acts of one player, on average. */
const THINK_MS = 10_000;
const POSTS = 100_000;
const THREADS = 10_000;
const MOST_KB_A_SOCKET = 60;
const MOST_STORM_SECONDS = 10;
/** Connected one after the other in so many rows, as players come in the course of an evening. */
const DOORS = 20;

type Player = {
  id: number;
  headers: Record<string, string>;
  socket: Socket;
  rival: number | null;
  /** How often they have done something. */
  acts: number;
  seed: number;
};
type Act = { share: number; name: string; act: (player: Player) => Promise<Outcome> };

const running = await ownEngines();
const databaseUrl = await newDatabase(running.databaseUrl, 'mixed');
const site = await openSite(databaseUrl, fillIt, { RATE_LIMITS: 'on', TRUST_PROXY: '1' });

const warm = await connect(site.tokens.slice(0, 200));
await Promise.all(warm.map((player) => read(player, '/api/dashboard', 'warm-up')));
for (const { socket } of warm) socket.disconnect();
await sleep(10_000);
const empty = await figures(site.url);
const players = await connect(site.tokens);
await sleep(10_000);
const full = await figures(site.url);
console.log(`${PLAYERS} connected`);

const over = performance.now() + (WARM_UP_SECONDS + SECONDS) * 1_000;
const living = players.map((player) => live(player, over));
await sleep(WARM_UP_SECONDS * 1_000);
booked.clear();
const begun = await figures(site.url);
await Promise.all(living);
const ended = await figures(site.url);
const evening = new Map(booked);
const stormSeconds = await storm();

const count = [...evening.values()].reduce((sum, one) => sum + one.times.length, 0);
const failed = [...evening.values(), ...booked.values()].reduce((sum, one) => sum + one.failed, 0);
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
    ...[...evening].sort(([a], [b]) => a.localeCompare(b)).map(rowOf),
    '',
    '| | |',
    '|---|---|',
    `| done a second | ${(count / SECONDS).toFixed(0)} |`,
    `| failed, among them as all came back (at most 0) | ${failed} |`,
    `| processor of the server, of one | ${((ended.cpu - begun.cpu) / (ended.at - begun.at)).toFixed(2)} |`,
    `| processor of PostgreSQL, of one | ${((ended.database - begun.database) / (ended.at - begun.at)).toFixed(2)} |`,
    `| p99 of the lag of its event loop, ms | ${(ended.lag * 1_000).toFixed(0)} |`,
    `| memory with nobody connected, MB | ${(empty.memory / 1e6).toFixed(0)} |`,
    `| memory for each socket, KB (at most ${MOST_KB_A_SOCKET}) | ${kilobytes.toFixed(1)} |`,
    `| memory at the end, MB | ${(ended.memory / 1e6).toFixed(0)} |`,
    `| all back after losing every connection at once, s (at most ${MOST_STORM_SECONDS}) | ${stormSeconds.toFixed(1)} |`,
    '',
    ...aimsMissed([
      ...(failed > 0 ? [`${failed} failed`] : []),
      ...(kilobytes > MOST_KB_A_SOCKET ? [`a socket takes ${kilobytes.toFixed(1)} KB`] : []),
      ...(stormSeconds > MOST_STORM_SECONDS ? [`all were back after ${stormSeconds.toFixed(1)} s`] : []),
    ]),
    ...(faults.size > 0 ? [`Faults: ${[...faults].map(([fault, n]) => `${fault} (${n})`).join('; ')}.`] : []),
  ].join('\n'),
);
for (const { socket } of players) socket.disconnect();
await site.stop();
await running.stop();
process.exit();

async function fillIt(): Promise<string[]> {
  const [feed, forum] = [feedOf(POSTS), forumOf(THREADS)];
  const tokens = await fill(
    databaseUrl,
    {
      tables: [...feed.tables, ...forum.tables],
      keys: feed.keys,
      statements: [...feed.statements, ...forum.statements],
    },
    PLAYERS,
  );
  // Nobody is blocked by their rival, and nobody is too weak for an evening.
  await asOwner(databaseUrl, 'delete from blocks');
  await asOwner(databaseUrl, 'update characters set health = 100000, max_health = 100000, energy = 100000');
  return tokens;
}

/** What a player does, and how many times of a hundred. */
function everyAct(): Act[] {
  const get = (share: number, name: string, path: (player: Player) => string): Act => ({
    share,
    name,
    act: (player) => read(player, path(player), name),
  });
  return [
    get(25, 'GET /api/feed', () => '/api/feed?limit=10'),
    get(5, 'GET /api/feed, another page', (player) => `/api/feed?limit=10&cursor=${somePost(player)}`),
    get(8, 'GET /api/forum-threads', () => '/api/forum-threads'),
    get(4, 'GET /api/forum-threads/{id}', (player) => `/api/forum-threads/${some(player, THREADS)}`),
    get(10, 'GET /api/profiles/{id}', (player) => `/api/profiles/${some(player, PLAYERS)}`),
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
        say(player, 'private message', {
          senderId: player.id,
          receiverId: partnerOf(player),
          text: 'At the gate, at sundown?',
          clientTempId: `${player.id}-${player.acts}`,
        }),
    },
    { share: 12, name: 'POST /api/combat/attack', act: strike },
    {
      share: 1,
      name: 'chat message',
      act: (player) => say(player, 'chat message', { text: `Hail, for the ${player.acts}th time` }),
    },
  ];
}

/** Acts until the time is over, after a pause to think each time. */
async function live(player: Player, end: number): Promise<void> {
  const acts = everyAct();
  for (;;) {
    await sleep(-Math.log(1 - draw(player)) * THINK_MS);
    if (performance.now() > end) return;
    let left = draw(player) * 100;
    player.acts++;
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
    const rival = 1 + ((player.id + player.acts) % PLAYERS);
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
  if (done === 'refused' || player.acts % 10 === 0) player.rival = null;
  return done;
}

function read(player: Player, path: string, name: string): Promise<Outcome> {
  return ask(name, () => fetch(site.url + path, { headers: withoutType(player.headers) }));
}

function write(player: Player, path: string, name: string, body?: object): Promise<Outcome> {
  const headers = body ? player.headers : withoutType(player.headers);
  return ask(name, () =>
    fetch(site.url + path, { method: 'POST', headers, ...(body && { body: JSON.stringify(body) }) }),
  );
}

async function ask(name: string, send: () => Promise<Response>): Promise<Outcome> {
  const since = performance.now();
  const answer = await send().catch((error) => String(error.cause ?? error));
  if (typeof answer === 'string') return book(name, since, 'failed', answer);
  const text = await answer.text();
  if (answer.ok) return book(name, since, 'done');
  const refused = answer.status === 409 || answer.status === 429;
  return book(name, since, refused ? 'refused' : 'failed', `${name}: ${answer.status} ${text.slice(0, 100)}`);
}

async function say({ socket }: Player, event: string, payload: object): Promise<Outcome> {
  const since = performance.now();
  const answer: { ok: boolean; code?: string } = await socket
    .timeout(10_000)
    .emitWithAck(event, payload)
    .catch((error) => ({ ok: false, code: String(error) }));
  if (answer.ok) return book(event, since, 'done');
  const refused = answer.code === 'tooOften' || answer.code === 'conflict';
  return book(event, since, refused ? 'refused' : 'failed', `${event}: ${answer.code}`);
}

async function connect(tokens: readonly string[]): Promise<Player[]> {
  const come = async (first: number): Promise<Player[]> => {
    const came: Player[] = [];
    for (let index = first; index < tokens.length; index += DOORS) {
      const address = { 'x-forwarded-for': `198.51.${100 + (index >> 8)}.${index & 255}` };
      came.push({
        id: index + 1,
        headers: { ...site.headers[index], ...address },
        socket: await toSite(site.url, tokens[index], address),
        rival: null,
        acts: 0,
        seed: index,
      });
    }
    return came;
  };
  return (await Promise.all(Array.from({ length: DOORS }, (_, door) => come(door)))).flat();
}

/** All connections are lost at once; each player comes back as the client does, and asks what was missed. Answers s until the last is there. */
async function storm(): Promise<number> {
  const since = new Date().toISOString();
  for (const { socket } of players) socket.disconnect();
  await sleep(2_000);
  booked.clear();
  const begin = performance.now();
  await Promise.all(
    players.map(async (player) => {
      const back = opened(player.socket);
      player.socket.connect();
      await back.catch((error) => book('back online', begin, 'failed', `back online: ${error}`));
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

function some(player: Player, count: number): number {
  return 1 + Math.floor(draw(player) * count);
}

/** One of the newest thousand posts, which most people look at, or any. */
function somePost(player: Player): number {
  return POSTS - some(player, draw(player) < 0.8 ? 1_000 : POSTS) + 1;
}

/** From 0 below 1, in the same order in every run for each player (mulberry32). */
function draw(player: Player): number {
  player.seed = (player.seed + 0x6d2b79f5) | 0;
  let drawn = Math.imul(player.seed ^ (player.seed >>> 15), 1 | player.seed);
  drawn = (drawn + Math.imul(drawn ^ (drawn >>> 7), 61 | drawn)) ^ drawn;
  return ((drawn ^ (drawn >>> 14)) >>> 0) / 2 ** 32;
}
