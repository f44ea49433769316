import { ERROR_STATUSES } from '@rivalhold/shared/contract/errors.ts';
import { clientEvents, serverEvents } from '@rivalhold/shared/contract/index.ts';
import type { SeededRandom } from '@rivalhold/shared/seeded-random.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { LONG } from '../../../../scripts/testing/long.ts';
import { slowTestTimeout, WAIT_MS } from '../../../../scripts/testing/timeouts.ts';
import { waitFor } from '../../../../scripts/testing/wait-for.ts';
import { createTestApp, type TestPlayer, type TestSocket } from '../../testing/app.ts';
import { reportMeasurements } from '../../testing/measurements.ts';
import { bookkeepingErrors } from './consistency.ts';
import { createSecurityFixture, SEED, type SecurityFixture, SIGNED_IN } from './fixtures.ts';
import {
  createRandom,
  type ExistingNames,
  invalidValue,
  maliciousValue,
  type Schema,
  TEXTS,
  validValue,
} from './fuzz-values.ts';
import { statusesIn, writeBytes } from './raw-http.ts';
import { errorResponseViolation, schemaViolation, usedMb } from './response-checks.ts';

vi.setConfig({ testTimeout: slowTestTimeout(LONG ? 1_800_000 : 60_000) });

const EVENTS = LONG ? 20_000 : 800;
const ROUND = 100;
const FLOOD = LONG ? 20_000 : 2_000;
const NAMES = Object.keys(clientEvents) as (keyof typeof clientEvents)[];
/**
 * Names of events that the server must reject: its own events, events of the library, properties that every object
 * has, and malicious texts.
 */
const UNKNOWN = [
  ...Object.keys(serverEvents),
  'disconnect',
  'connection',
  '__proto__',
  'constructor',
  '',
  ' ',
  ...TEXTS,
]
  // The client library itself refuses to send events with these two names.
  .filter((name) => !['disconnect', 'connect'].includes(name));

type Ack = { ok: boolean; code: string; message: string };
type Loose = { emit(event: string, ...payload: unknown[]): void };
type Asked = { role: (typeof SIGNED_IN)[number]; name: string; payload: unknown[]; withAck: boolean };

let site: SecurityFixture;
/** A player who sends nothing. Every event that this player receives must be meant for them. */
let bystander: TestPlayer;
let bystanderSocket: TestSocket;
const overheard: string[] = [];
beforeAll(async () => {
  site = await createSecurityFixture();
  bystander = await site.app.player();
  bystanderSocket = await bystander.socket();
  bystanderSocket.onAny((event: string, payload: unknown) => {
    const error = findEventViolation(event, payload);
    if (error) overheard.push(`${event}: ${error}: ${JSON.stringify(payload).slice(0, 500)}`);
  });
});
afterAll(() => site.app.close());

/** Names of the fields that contain the participants of an event. */
const PARTIES = ['senderId', 'receiverId', 'fromUserId', 'toUserId', 'attackerId', 'defenderId'];

/** Describe what is wrong with an event that the bystander received. Return null if it is correct. */
function findEventViolation(event: string, payload: unknown): string | null {
  const schema = (serverEvents as Record<string, unknown>)[event] as Schema | undefined;
  if (schema === undefined) return 'unknown event';
  const error = schemaViolation(schema, payload);
  if (error) return error;
  const fields = Object.entries((payload ?? {}) as Record<string, unknown>).filter(([key]) =>
    PARTIES.includes(key),
  );
  const isMeant = fields.length === 0 || fields.some(([, id]) => id === bystander.id);
  if (!isMeant) return 'an event between other players';
  // Another player might have challenged the bystander, so an event about a fight is correct if the bystander takes
  // part in the fight.
  const combat = (payload as { combat?: { attackerId: number; defenderId: number } } | null)?.combat;
  if (combat && combat.attackerId !== bystander.id && combat.defenderId !== bystander.id)
    return 'a fight of other players';
  return null;
}

const payloadOf = (schema: Schema, random: SeededRandom, pool: ExistingNames): unknown => {
  const manner = random.int(0, 9);
  if (manner < 4) return validValue(schema, 'id', random, pool);
  if (manner < 7) return invalidValue(schema, 'id', random, pool);
  if (manner === 7) return Buffer.from(random.pick(TEXTS));
  return maliciousValue(random);
};

/** Return the n-th event for the seed. Runs with the same seed differ only in the ids and usernames from the site. */
function createEvent(n: number, pool: ExistingNames): Asked {
  const random = createRandom(`socket ${SEED}`, n);
  const isKnown = random.chance(0.9);
  const known = NAMES[n % NAMES.length] as (typeof NAMES)[number];
  const name = isKnown ? known : random.pick(UNKNOWN);
  const first = payloadOf(clientEvents[known].payload as Schema, random, pool);
  const more = random.chance(0.1) ? [maliciousValue(random), maliciousValue(random)] : [];
  const payload = random.chance(0.03) ? [] : [first, ...more];
  const role = random.pick(SIGNED_IN);
  // The server rejects a message with a wrong sender before any other check, so set the right sender in half of the
  // messages.
  if (isMessage(first) && random.chance(0.5)) first.senderId = (site.callers[role] as TestPlayer).id;
  return { role, name, payload, withAck: random.chance(0.9) };
}

const isMessage = (payload: unknown): payload is { senderId: unknown } =>
  typeof payload === 'object' && payload !== null && Object.hasOwn(payload, 'senderId');

/** Describe what is wrong with an acknowledgement. Return null if it is correct. */
async function findViolation(name: string, answer: Ack): Promise<string | null> {
  const text = JSON.stringify(answer);
  const secret = await site.secrets.findIn(text);
  if (secret) return `it contains ${secret}`;
  const { ok, ...received } = answer as Ack & { retryAfter?: number };
  if (ok === true) {
    const event = Object.hasOwn(clientEvents, name)
      ? clientEvents[name as (typeof NAMES)[number]]
      : undefined;
    return event ? schemaViolation(event.reply as Schema, received) : 'an unknown event was taken';
  }
  if (ok !== false) return 'no valid ok field';
  const { retryAfter = 1, ...refusal } = received;
  if (!(Number.isInteger(retryAfter) && retryAfter > 0)) return `retryAfter ${retryAfter}`;
  const status = (ERROR_STATUSES as Record<string, number>)[refusal.code] ?? 0;
  return status >= 500 ? refusal.code : errorResponseViolation(status, JSON.stringify(refusal));
}

const open = new Map<string, { token: string | undefined; socket: TestSocket }>();
/**
 * Return an open socket for a role. If a staff action or a malformed event has closed the previous socket, open a new
 * socket.
 */
async function socketOf(role: Asked['role']): Promise<TestSocket> {
  const browser = site.callers[role];
  const token = browser.cookies.get('rivalhold-session');
  const before = open.get(role);
  if (before?.token === token && before?.socket.connected) return before.socket;
  before?.socket.disconnect();
  const socket = await browser.socket();
  open.set(role, { token, socket });
  return socket;
}

/**
 * Send an event, and return its acknowledgement. Return null if the connection was closed, and undefined if there was
 * no response.
 */
const answerTo = (socket: TestSocket, name: string, payload: readonly unknown[]) =>
  new Promise<Ack | null | undefined>((resolve) => {
    const silent = setTimeout(() => resolve(undefined), WAIT_MS);
    const settle = (answer: Ack | null) => {
      clearTimeout(silent);
      socket.off('disconnect', gone);
      resolve(answer);
    };
    const gone = () => settle(null);
    if (!socket.connected) return settle(null);
    socket.once('disconnect', gone);
    (socket as unknown as Loose).emit(name, ...payload, settle);
  });

async function sendNth(n: number, received: Map<string, number>): Promise<string | null> {
  const { role, name, payload, withAck } = createEvent(n, site.pool);
  const socket = await socketOf(role);
  const loose = socket as unknown as Loose;
  if (!withAck) {
    loose.emit(name, ...payload);
    return null;
  }
  const answer = await answerTo(socket, name, payload);
  if (answer === undefined)
    return `TEST_SEED=${SEED}, event ${n}: no answer to ${name} ${JSON.stringify(payload).slice(0, 500)}`;
  const outcome = answer === null ? 'gone' : answer.ok ? 'done' : answer.code;
  received.set(`${name} ${outcome}`, (received.get(`${name} ${outcome}`) ?? 0) + 1);
  // A closed connection is correct, because the library closes it after a malformed packet or a packet of more than 64
  // KB.
  const error = answer === null ? null : await findViolation(name, answer);
  return (
    error &&
    `TEST_SEED=${SEED}, event ${n} of the ${role}: ${error}\n${name} ${JSON.stringify(payload).slice(0, 2_000)}\n→ ${JSON.stringify(answer).slice(0, 2_000)}`
  );
}

it(`${EVENTS} almost valid events reveal no secrets and cause no server errors`, async () => {
  const received = new Map<string, number>();
  const errors: string[] = [];
  let before = 0;
  for (let n = 0; n < EVENTS; ) {
    await site.renew();
    const end = Math.min(n + ROUND, EVENTS);
    const worker = async () => {
      while (n < end) {
        const error = await sendNth(n++, received);
        if (error) errors.push(error);
      }
    };
    await Promise.all(Array.from({ length: 4 }, worker));
    site.app.clock.advance(60_000);
    if (before === 0 && n >= EVENTS / 4) before = usedMb();
  }
  expect(errors.slice(0, 10).join('\n\n')).toBe('');
  expect(overheard).toEqual([]);
  expect(bystanderSocket.connected).toBe(true);
  expect(await bookkeepingErrors(site.app)).toEqual([]);
  expect(usedMb() - before).toBeLessThan(64);
  const succeeded = NAMES.filter((name) => received.has(`${name} done`));
  // The first three events do not have to succeed, because they need the id of one of the player's fights. A random
  // event rarely contains such an id.
  expect(['joinCombat', 'leaveCombat', 'startFight', ...succeeded]).toEqual(expect.arrayContaining(NAMES));
  const gone = [...received]
    .filter(([key]) => key.endsWith(' gone'))
    .reduce((sum, [, times]) => sum + times, 0);
  expect(gone).toBeLessThan(EVENTS / 20);
  reportMeasurements('attacks by events', `Events of sockets that are nearly right, seed ${SEED}`, [
    {
      events: EVENTS,
      'kinds that did something': succeeded.length,
      'of kinds': NAMES.length,
      'ended a connection': gone,
    },
  ]);
});

it('events of a flooding socket are rejected, and then the socket is closed', async () => {
  const limited = await createTestApp({ env: { RATE_LIMITS: 'on' } });
  try {
    const [flooder, friend] = [await limited.player(), await limited.player()];
    const [flooding, other] = [await flooder.socket(), await friend.socket()];
    const codes = new Map<string, number>();
    const flood = (events: number) =>
      Promise.all(
        Array.from({ length: events }, async (_, n) => {
          const answer = await answerTo(flooding, NAMES[n % NAMES.length] as string, [{}]);
          const code = answer ? (answer.ok ? 'ok' : answer.code) : 'gone';
          codes.set(code, (codes.get(code) ?? 0) + 1);
        }),
      );
    await flood(500);
    expect([flooding.connected, codes.get('tooOften')]).toEqual([true, 440]);
    const rest = flood(FLOOD);
    expect(await other.emitWithAck('register', friend.id)).toEqual({ ok: true });
    await rest;
    expect(flooding.connected).toBe(false);
    expect(codes.get('internal')).toBeUndefined();
    expect(codes.get('gone')).toBeGreaterThan(FLOOD / 2);
    expect((await limited.browser().fetch('/readyz')).status).toBe(200);
  } finally {
    await limited.close();
  }
});

/** Sign up a player. Repeat the sign-up while the flood of the previous test still keeps the process busy. */
const newPlayer = () => waitFor(() => site.app.player());

it('a player who opens too many sockets does not block other players', async () => {
  const [player, friend] = [await newPlayer(), await newPlayer()];
  const opened = await Promise.allSettled(Array.from({ length: 60 }, () => player.socket()));
  const strangers = await Promise.allSettled(Array.from({ length: 60 }, () => site.app.browser().socket()));
  expect(opened.some(({ status }) => status === 'rejected')).toBe(true);
  expect(strangers.every(({ status }) => status === 'rejected')).toBe(true);
  expect((await friend.socket()).connected).toBe(true);
  player.closeSockets();
  // Try again, because the site notices closed sockets only after a moment.
  const again = await waitFor(() => player.socket());
  expect(again.connected).toBe(true);
});

const UPGRADE =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

it.each([
  ['websocket', UPGRADE, 101],
  ['polling', '', 200],
])('a page on another site cannot open a socket by %s', async (by, more, opened) => {
  const player = await newPlayer();
  const { host } = new URL(player.url);
  const opening = (origin: string) =>
    writeBytes(player.url, [
      `GET /socket.io/?EIO=4&transport=${by} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${player.cookieHeader}\r\nOrigin: ${origin}\r\n${more}\r\n`,
    ]);
  expect(statusesIn(await opening(player.url))).toEqual([opened]);
  for (const origin of ['https://evil.test', 'null', `${player.url}.evil.test`]) {
    const said = await opening(origin);
    expect([origin, statusesIn(said)]).toEqual([origin, [by === 'polling' ? 403 : 400]]);
    expect(said.split('\r\n\r\n')[1]).toMatch(/\borigin\b/);
  }
});
