import { setTimeout as sleep } from 'node:timers/promises';
import type { DirectMessage } from '@rivalhold/shared/contract/dms.ts';
import { createSeededRandom } from '@rivalhold/shared/seeded-random.ts';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { LONG } from '../../../scripts/testing/long.ts';
import { slowTestTimeout } from '../../../scripts/testing/timeouts.ts';
import { signUp, type TestBrowser, type TestSocket } from '../testing/app.ts';
import { ServerProcess } from '../testing/server-process.ts';
import { TcpProxy } from '../testing/tcp-proxy.ts';

vi.setConfig({ testTimeout: slowTestTimeout(60_000), hookTimeout: slowTestTimeout(60_000) });

const SEED = Number(process.env.TEST_SEED ?? 1);
const PLAYERS = 20;
const MESSAGES = LONG ? 2_000 : 100;
const KILLS = LONG ? 3 : 1;
/**
 * The clients form a circle, and each client writes to the clients at these distances. The distances are symmetric, so
 * both clients of a conversation write to each other.
 */
const PARTNERS = [1, 2, PLAYERS - 1, PLAYERS - 2];
/** A client that has this number of unacknowledged messages waits before it sends more. */
const MAX_UNACKNOWLEDGED = 4;

const random = createSeededRandom(`messages ${SEED}`);

/**
 * A client that behaves like the real client: it sends unacknowledged messages again, and fetches missed messages after
 * reconnecting.
 */
class Client {
  readonly id: number;
  readonly browser: TestBrowser;
  /** The messages that the client displays, by partner id. */
  readonly shown = new Map<number, DirectMessage[]>();
  readonly acknowledged = new Map<string, DirectMessage>();
  readonly events = { live: 0, again: 0, caughtUp: 0, resent: 0, connected: 0 };
  readonly #outbox = new Map<string, { receiverId: number; text: string }>();
  readonly #waiting: { receiverId: number; text: string }[] = [];
  readonly #receivedIds = new Set<number>();
  #socket: TestSocket | undefined;
  #work: Promise<void> = Promise.resolve();
  #sentCount = 0;

  constructor(id: number, browser: TestBrowser) {
    this.id = id;
    this.browser = browser;
  }

  get done(): boolean {
    return this.#outbox.size === 0 && this.#waiting.length === 0;
  }

  write(receiverId: number, text: string): void {
    this.#waiting.push({ receiverId, text });
    this.#next();
  }

  connect(): void {
    const socket: TestSocket = io(this.browser.url, {
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelay: 20,
      reconnectionDelayMax: 100,
      extraHeaders: { cookie: this.browser.cookieHeader },
    });
    this.#socket = socket;
    socket.on('connect', () => {
      this.events.connected++;
      for (const [clientTempId, message] of this.#outbox) {
        this.events.resent++;
        this.#emit(clientTempId, message);
      }
      this.#next();
      for (const partnerId of this.shown.keys()) this.#catchUp(partnerId);
    });
    socket.on('private message', (message) => {
      this.events.live++;
      if (this.#receivedIds.has(message.id)) this.events.again++;
      this.#receivedIds.add(message.id);
      const partnerId = message.senderId === this.id ? message.receiverId : message.senderId;
      if (message.seq === this.#last(partnerId) + 1) this.#show(partnerId, message);
      else if (message.seq > this.#last(partnerId)) this.#catchUp(partnerId);
    });
  }

  close(): void {
    this.#socket?.disconnect();
  }

  /** Fetch all missed messages. */
  async settled(): Promise<void> {
    for (const partnerId of this.shown.keys()) this.#catchUp(partnerId);
    await this.#work;
  }

  #last = (partnerId: number): number => this.shown.get(partnerId)?.at(-1)?.seq ?? 0;

  #show(partnerId: number, message: DirectMessage): void {
    this.shown.get(partnerId)?.push(message);
  }

  #next(): void {
    while (this.#outbox.size < MAX_UNACKNOWLEDGED) {
      const message = this.#waiting.shift();
      if (!message) return;
      const clientTempId = `${this.id}-${++this.#sentCount}`;
      this.#outbox.set(clientTempId, message);
      this.#emit(clientTempId, message);
    }
  }

  #emit(clientTempId: string, message: { receiverId: number; text: string }): void {
    if (!this.#socket?.connected) return;
    this.#socket.emit('private message', { senderId: this.id, ...message, clientTempId }, (answer) => {
      // A server that is being killed might reject the message. The client sends unacknowledged messages again after it
      // has reconnected.
      if (!answer.ok) return;
      const before = this.acknowledged.get(clientTempId);
      if (before) expect(answer.message.id).toBe(before.id);
      this.acknowledged.set(clientTempId, answer.message);
      this.#outbox.delete(clientTempId);
      this.#next();
    });
  }

  #catchUp(partnerId: number): void {
    this.#work = this.#work.then(async () => {
      for (let more = true; more; ) {
        try {
          const { status, body } = await this.browser.call('GET /api/dms/{userId}', {
            params: { userId: partnerId },
            query: { after: this.#last(partnerId), limit: 20 },
          });
          // The server is stopping or overloaded.
          if (status === 503) continue;
          expect(status).toBe(200);
          for (const message of body.items) {
            // The socket might have received this message in the meantime.
            if (message.seq <= this.#last(partnerId)) continue;
            this.events.caughtUp++;
            this.#show(partnerId, message);
          }
          more = body.nextCursor !== null;
        } catch (error) {
          if (!(error instanceof TypeError)) throw error;
          await sleep(20);
        }
      }
    });
  }
}

const proxy = new TcpProxy();
const server = new ServerProcess();
beforeAll(async () => {
  await proxy.open();
  proxy.targets = [await server.start()];
});
afterAll(async () => {
  proxy.stopAccepting();
  await server.stop();
});

it(`delivers ${MESSAGES} messages exactly once despite cut connections and server kills`, async () => {
  const clients: Client[] = [];
  for (let n = 0; n < PLAYERS; n++) {
    const player = await signUp(proxy.url);
    clients.push(new Client(player.id, player));
  }
  const partnerOf = (n: number, step: number) => clients[(n + step) % PLAYERS] as Client;
  for (const [n, client] of clients.entries()) {
    for (const step of PARTNERS) client.shown.set(partnerOf(n, step).id, []);
    client.connect();
  }

  const begun = performance.now();
  for (let n = 0; n < MESSAGES; n++) {
    const from = n % PLAYERS;
    clients[from]?.write(partnerOf(from, random.pick(PARTNERS)).id, `${n}`);
  }
  const acknowledged = () => clients.reduce((sum, client) => sum + client.acknowledged.size, 0);
  let writing = true;
  const breaking = (async () => {
    while (writing) {
      await sleep(random.int(10, 49));
      proxy.disconnect(random.int(0, 999));
    }
  })();
  let down = 0;
  for (let kill = 1; kill <= KILLS; kill++) {
    while (acknowledged() < (MESSAGES * kill) / (KILLS + 1)) await sleep(5);
    const since = performance.now();
    await server.kill();
    proxy.targets = [await server.start()];
    down += performance.now() - since;
  }
  while (clients.some((client) => !client.done)) await sleep(10);
  writing = false;
  await breaking;
  const seconds = (performance.now() - begun) / 1000;
  proxy.disconnect();
  for (const client of clients) await client.settled();
  for (const client of clients) client.close();

  // Both sides of a conversation must show the same messages, without gaps or duplicates.
  const bare = ({ id, seq, senderId, text }: DirectMessage) => ({ id, seq, senderId, text });
  const stored = new Map<number, DirectMessage>();
  for (const client of clients)
    for (const [partnerId, messages] of client.shown) {
      expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1));
      const theirs = clients.find(({ id }) => id === partnerId)?.shown.get(client.id) ?? [];
      expect(theirs.map(bare)).toEqual(messages.map(bare));
      for (const message of messages) if (message.senderId === client.id) stored.set(message.id, message);
      const own = messages.filter(({ senderId }) => senderId === client.id).map(({ text }) => Number(text));
      expect(own).toEqual([...own].sort((a, b) => a - b));
    }
  expect(stored.size).toBe(MESSAGES);
  expect(new Set([...stored.values()].map(({ text }) => text)).size).toBe(MESSAGES);
  expect(acknowledged()).toBe(MESSAGES);
  for (const client of clients)
    for (const [clientTempId, message] of client.acknowledged)
      expect(stored.get(message.id)).toMatchObject({ clientTempId, text: message.text, seq: message.seq });
  const count = (what: keyof Client['events']) => clients.reduce((sum, { events }) => sum + events[what], 0);
  expect(count('again')).toBe(0);
  for (const client of clients) {
    const { body } = await client.browser.call('GET /api/dms/unread/count');
    expect(body.unreadCount).toBe(
      [...stored.values()].filter(({ receiverId }) => receiverId === client.id).length,
    );
  }
  console.log(
    `${MESSAGES} messages of ${PLAYERS} players in ${seconds.toFixed(1)} s (${(down / 1000).toFixed(1)} s of it down), seed ${SEED}: ${proxy.cutCount} connections cut, ${KILLS} kills, ${count('connected')} connections made, ${count('resent')} sent again, ${count('live')} heard live, ${count('caughtUp')} caught up`,
  );
});
