import { LIMITS } from '@rivalhold/shared/limits.ts';
import { SOCKET_LIMITS } from '@rivalhold/shared/socket-limits.ts';
import { io } from 'socket.io-client';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { WAIT_MS } from '../../../../scripts/testing/timeouts.ts';
import { waitFor } from '../../../../scripts/testing/wait-for.ts';
import { emitRaw, type TestPlayer, type TestSocket, useTestApp } from '../../testing/app.ts';
import { query, queryValues } from '../../testing/queries.ts';
import { sql } from '../db/db.ts';

const app = useTestApp();
let player: TestPlayer;
let stranger: TestPlayer;
beforeAll(async () => {
  [player, stranger] = [await app.player(), await app.player()];
});
/** After every test, the site must still work for other players. */
afterEach(async () => {
  expect((await app.browser().fetch('/readyz')).status).toBe(200);
  const socket = await stranger.socket();
  expect(await emitRaw(socket, 'register', stranger.id)).toEqual({ ok: true });
  socket.disconnect();
  player.closeSockets();
});

type Ack = { ok: boolean; code?: string; message?: string };
/** Send a raw packet. */
const sendRaw = (socket: TestSocket, packet: string) =>
  (socket.io as unknown as { engine: { write(text: string): void } }).engine.write(packet);
/** Send a raw packet, and return the acknowledgement with the number `id`. */
async function rawAnswer(socket: TestSocket, id: number, packet: string): Promise<Ack> {
  const manager = socket.io as unknown as { engine: { on(e: string, f: (data: string) => void): void } };
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('No answer')), WAIT_MS);
    manager.engine.on('data', (data) => {
      const match = /^3(\d+)(\[.*)$/s.exec(String(data));
      if (Number(match?.[1]) !== id) return;
      clearTimeout(timer);
      resolve((JSON.parse(match?.[2] ?? '[]') as Ack[])[0] as Ack);
    });
    sendRaw(socket, packet);
  });
}
const REFUSED = { ok: false, code: 'invalid', message: 'Please check what you entered.' };

describe('opening a socket', () => {
  it.each(['https://evil.test', 'null', 'http://127.0.0.1:1', 'http://localhost.evil.test'])(
    'is rejected from a page with the origin %s',
    async (origin) => {
      await expect(player.socket({ origin })).rejects.toThrow();
      const polled = await player.fetch('/socket.io/?EIO=4&transport=polling', { headers: { origin } });
      expect(polled.status).toBe(403);
    },
  );

  it('is accepted from a page of the site', async () => {
    const socket = await player.socket({ origin: app.url });
    expect(socket.connected).toBe(true);
  });

  it('is rejected without a session', async () => {
    await expect(app.browser().socket()).rejects.toThrow('unauthenticated');
    await expect(app.browser().socket({ cookie: 'rivalhold-session=made-up' })).rejects.toThrow(
      'unauthenticated',
    );
    await expect(app.browser().socket({ cookie: 'rivalhold-session=%' })).rejects.toThrow('unauthenticated');
  });

  it('works only with the session token in the cookie', async () => {
    const token = player.cookies.get('rivalhold-session') ?? '';
    const socket = io(app.url, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      query: { token, 'rivalhold-session': token, userId: String(player.id) },
      auth: { token, userId: player.id },
    });
    const error = await new Promise<Error>((resolve) => socket.once('connect_error', resolve));
    socket.disconnect();
    expect(error.message).toBe('unauthenticated');
  });

  it('is possible only in the main namespace', async () => {
    const socket = io(`${app.url}/admin`, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      extraHeaders: { cookie: player.cookieHeader },
    });
    const error = await new Promise<Error>((resolve) => socket.once('connect_error', resolve));
    socket.disconnect();
    expect(error.message).toBe('Invalid namespace');
  });
});

describe('an id in a client event', () => {
  it('is accepted as a player id only if it belongs to the signed-in player', async () => {
    const socket = await player.socket();
    const forbidden = { ok: false, code: 'forbidden', message: 'Forbidden' };
    expect(await emitRaw(socket, 'register', player.id)).toEqual({ ok: true });
    expect(await emitRaw(socket, 'register', stranger.id)).toEqual(forbidden);
    const fight = await stranger.call('GET /api/combat/{userId}', {
      params: { userId: stranger.id },
      query: { opponentId: player.id },
    });
    expect(fight.status).toBe(200);
    const claim = { attackerId: stranger.id, defenderId: player.id, fightId: fight.body.id };
    expect(await emitRaw(socket, 'startFight', claim)).toEqual(forbidden);
  });

  it("does not open another player's fight", async () => {
    const third = await app.player();
    const fight = await stranger.call('GET /api/combat/{userId}', {
      params: { userId: stranger.id },
      query: { opponentId: player.id },
    });
    const socket = await third.socket();
    const joined = await emitRaw(socket, 'joinCombat', { combatId: fight.body.id });
    expect([joined.ok, joined.code]).toEqual([false, 'notFound']);
    const unknown = await emitRaw(socket, 'joinCombat', { combatId: 999_999 });
    expect(unknown).toEqual(joined);
  });
});

describe('an event from a client', () => {
  it.each([
    'feed',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '',
    ' ',
    'x'.repeat(10_000),
    'connection',
  ])('is rejected if its name is unknown: “%.30s”', async (name) => {
    const socket = await player.socket();
    expect(await emitRaw(socket, name, {})).toEqual({
      ok: false,
      code: 'notFound',
      message: 'Unknown event.',
    });
    expect(await emitRaw(socket, 'register', player.id)).toEqual({ ok: true });
  });

  it('is rejected if its name is a number', async () => {
    const socket = await player.socket();
    expect(await rawAnswer(socket, 7, '27[42,{}]')).toMatchObject({ ok: false, code: 'notFound' });
  });

  it.each([
    ['an object as a name', '21[{"a":1},{}]'],
    ['null as a name', '21[null,{}]'],
    ['a list as a name', '21[["register"],1]'],
    ['no name', '21[]'],
    ['not a list', '21{"register":1}'],
    ['not JSON', '21[register'],
    ['a reserved name', '21["disconnect","x"]'],
    ['the name of an error', '21["error",{}]'],
    ['an unknown packet', '9["register"]'],
    ['an unexpected acknowledgement', '3999[{"ok":true}]'],
    ['a binary event without its binary', '51-1["register",{"_placeholder":true,"num":0}]'],
    ['a huge number of attachments', '599999999-1["register"]'],
    ['a placeholder out of range', '51-["register",{"_placeholder":true,"num":7}]'],
    ['nothing', ''],
  ])('does not stop the server if its packet is malformed: %s', async (_, packet) => {
    const socket = await player.socket();
    sendRaw(socket, packet);
    // The server may ignore the packet or close the connection, but it must keep running.
    await waitFor(async () => {
      if (socket.connected) sendRaw(socket, '2["nothing"]');
      expect((await app.browser().fetch('/healthz')).status).toBe(200);
    });
    socket.disconnect();
  });

  const deep = (n: number): unknown => {
    let value: unknown = 1;
    for (let i = 0; i < n; i++) value = [value];
    return value;
  };
  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a string', 'x'],
    ['a number in a string', '1'],
    ['a huge string', 'x'.repeat(50_000)],
    ['a list', [1]],
    ['an empty list', []],
    ['an object', { id: 1 }],
    ['true', true],
    ['0', 0],
    ['-1', -1],
    ['1.5', 1.5],
    ['1e99', 1e99],
    ['bytes', Buffer.from('1')],
    ['deep lists', deep(3_000)],
    ['a key of the prototype', JSON.parse('{"__proto__":{"id":1}}')],
  ])('is rejected if it needs an id but has %s', async (_, payload) => {
    const socket = await player.socket();
    expect(await emitRaw(socket, 'register', payload)).toEqual(REFUSED);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a number', 1],
    ['a string', 'combatId'],
    ['a list', [{ combatId: 1 }]],
    ['an empty object', {}],
    ['a string as its id', { combatId: '1' }],
    ['null for its id', { combatId: null }],
    ['an object for its id', { combatId: { $gt: 0 } }],
    ['a NUL in another field', { combatId: 1, more: 'x\0' }],
    ['an id in the prototype only', JSON.parse('{"__proto__":{"combatId":1}}')],
  ])('is rejected if it needs an object with an id but has %s', async (_, payload) => {
    const socket = await player.socket();
    expect(await emitRaw(socket, 'joinCombat', payload)).toEqual(REFUSED);
  });

  it('passes validation with an unknown field', async () => {
    const socket = await player.socket();
    const answer = await emitRaw(socket, 'joinCombat', {
      combatId: 999_999,
      more: deep(3_000),
      __proto__: { x: 1 },
    });
    expect(answer).toMatchObject({ ok: false, code: 'notFound' });
    const text = `{"combatId":999999,"more":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
    expect(await rawAnswer(socket, 8, `28["joinCombat",${text}]`)).toMatchObject({
      ok: false,
      code: 'notFound',
    });
  });

  it('leaves the socket working if its acknowledgement callback is invalid', async () => {
    const socket = await player.socket();
    const emit = socket.emit.bind(socket) as unknown as (event: string, ...payload: unknown[]) => void;
    emit('register', player.id);
    emit('register');
    emit('register', player.id, 'not a function');
    emit('register', { wrong: true }, null, undefined, 7);
    emit('unknown', {}, {}, {});
    emit('register', () => undefined);
    expect(await emitRaw(socket, 'register')).toEqual(REFUSED);
    expect(await emitRaw(socket, 'register', player.id)).toEqual({ ok: true });
  });

  it("closes only its sender's connection if the event exceeds 64 KB", async () => {
    const [socket, other] = [await player.socket(), await stranger.socket()];
    (socket.emit as unknown as (event: string, payload: unknown) => void)('register', 'x'.repeat(70_000));
    await waitFor(() => expect(socket.connected).toBe(false));
    expect(other.connected).toBe(true);
    other.disconnect();
  });

  it('is acknowledged with only the declared fields', async () => {
    const socket = await player.socket();
    const fight = await player.call('GET /api/combat/{userId}', {
      params: { userId: player.id },
      query: { opponentId: stranger.id },
    });
    const joined = (await emitRaw(socket, 'joinCombat', { combatId: fight.body.id })) as Ack &
      Record<string, object>;
    expect(Object.keys(joined).sort()).toEqual(['attacker', 'combat', 'defender', 'ok']);
    expect(Object.keys(joined.attacker ?? {}).sort()).toEqual([
      'avatarUrl',
      'id',
      'level',
      'title',
      'username',
    ]);
    expect(JSON.stringify(joined)).not.toContain('"seed"');
  });
});

describe('an ended session', () => {
  it('disconnects its socket', async () => {
    const one = await app.player();
    const socket = await one.socket();
    expect(await emitRaw(socket, 'register', one.id)).toEqual({ ok: true });
    const gone = new Promise((resolve) => socket.once('disconnect', resolve));
    // End the session as if another node had done it. With PostgreSQL, this node closes the socket within a second.
    // With the embedded database, it closes the socket at the next event. By then, the session has expired from the
    // cache, because the mocked time is a second ahead.
    await query(app.site.db, sql`delete from sessions where user_id = ${one.id}`);
    const now = performance.now.bind(performance);
    const mocked = vi.spyOn(performance, 'now').mockImplementation(() => now() + LIMITS.session.cacheMs);
    try {
      const answer = await Promise.race([emitRaw(socket, 'register', one.id), gone]);
      expect(['io server disconnect', 'transport close']).toContain(answer);
    } finally {
      mocked.mockRestore();
    }
    expect(socket.connected).toBe(false);
  });
});

describe('a check of all sessions', () => {
  it('looks up the sessions of at most 100 sockets at a time', async () => {
    const players = await Promise.all(Array.from({ length: 6 }, () => app.player()));
    const ids = players.map(({ id }) => id);
    const hashes = await queryValues<string>(
      app.site.db,
      sql`select token_hash from sessions where user_id = any (${ids}::bigint[])`,
    );
    const lookUp = vi.spyOn(app.site.sessions, 'findByHash');
    const count = () => lookUp.mock.calls.filter(([hash]) => hashes.includes(hash)).length;
    const sockets = await Promise.all(
      players.flatMap((one) => Array.from({ length: SOCKET_LIMITS.perPlayer }, () => one.socket())),
    );
    // The session of each socket is looked up for the handshake, for the authentication, and a second later.
    await waitFor(() => expect(count()).toBe(3 * sockets.length));
    const before = lookUp.mock.calls.length;
    // The value null means that any session might have changed, for example after a failover of the database.
    app.site.sessions.onChange(null);
    expect(lookUp.mock.calls.length - before).toBe(100);
    await waitFor(() => expect(count()).toBe(4 * sockets.length));
    lookUp.mockRestore();
    for (const one of players) one.closeSockets();
  });
});

describe('emitVolatile', () => {
  it('sends nothing if the list of players is empty', async () => {
    const socket = await player.socket();
    const heard: unknown[] = [];
    socket.on('joinedCombat', (payload) => heard.push(payload));
    app.site.realtime.emitVolatile([], 'joinedCombat', { combatId: 1, userId: 1 });
    app.site.realtime.emitVolatile([player.id], 'joinedCombat', { combatId: 2, userId: 2 });
    await waitFor(() => expect(heard.length).toBeGreaterThan(0));
    expect(heard).toEqual([{ combatId: 2, userId: 2 }]);
  });
});
