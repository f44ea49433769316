import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RouteKey } from '@rivalhold/shared/contract/index.ts';
import { io } from 'socket.io-client';
import { createPng, postPhotoForm } from '../../features/photos/testing.ts';
import {
  type CallOptions,
  signUp,
  type TestPlayer,
  type TestResponse,
  type TestSocket,
} from '../../testing/app.ts';

/** An acknowledgement that does not come by then is asked for again, or is none. */
const ACK_TIMEOUT_MS = 4_000;
/** A call that is not answered by then is given up, as a browser's user would. */
const CALL_TIMEOUT_MS = 30_000;
const POTION = 1;
/** The one that all of them like. */
export const FIRST_POST = 1;
export const strikeOf = ({ fight, exchange, by }: { fight: number; exchange: number; by: number }): string =>
  `${by} in exchange ${exchange} of fight ${fight}`;
/** Who has so many pictures deletes the oldest. */
const MAX_IMAGES_PER_USER = 5;
/** Between two pictures: they cost more than all else that players do. */
const IMAGE_INTERVAL_MS = 1_000;

const UPLOAD = 'POST /api/photos';
const LOOK = 'GET /media';
/** All that players do which cannot be done without the files. */
export const FILE_ACTIONS = new Set([UPLOAD, LOOK]);

type CallResult = { status: number; headers: Headers; body?: { code?: string } };
type EventResult = { ok: boolean; code?: string; message?: { id: number } };

/** A player who goes on whatever breaks, and remembers what was acknowledged. */
export class VirtualUser {
  readonly player: TestPlayer;
  readonly messages = new Map<string, number>();
  readonly posts = new Set<string>();
  readonly lines = new Set<string>();
  bought = 0;
  /** Who struck in which exchange of which fight is the same for all who fight it. */
  readonly strikes: string[] = [];
  likes = false;
  /** The pictures that are theirs, with their addresses, and what each of them is to be. */
  readonly pictures = new Map<number, string>();
  shown: Buffer | undefined;
  /** Answers that there must not be. */
  readonly errors: string[] = [];
  readonly counted = { acts: 0, pictures: 0, away: 0, cut: 0 };
  /** What was told that it is to be tried again. */
  readonly away = new Set<string>();
  #socket: TestSocket | undefined;
  #made = 0;
  #isClosed = false;

  constructor(player: TestPlayer) {
    this.player = player;
  }

  connect(): void {
    this.#socket = io(this.player.url, {
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelay: 100,
      reconnectionDelayMax: 500,
      timeout: 5_000,
      extraHeaders: { cookie: this.player.cookieHeader },
    });
    // As the site's own client does: a server that stops says so, and one that cannot look the session up refuses.
    const again = () =>
      setTimeout(() => this.#socket?.active || this.#isClosed || this.#socket?.connect(), 300);
    this.#socket.on('disconnect', again).on('connect_error', again);
  }

  close(): void {
    this.#isClosed = true;
    this.#socket?.disconnect();
  }

  /** One of each that players do; each is done when this is over. */
  async runRound(others: readonly VirtualUser[]): Promise<void> {
    const other = others[
      (others.indexOf(this) + 1 + (this.#made % (others.length - 1))) % others.length
    ] as VirtualUser;
    const text = `${this.player.id}-${++this.#made}`;
    await this.#sendMessage(other, text);
    await this.#say(`line ${text}`);
    const body = { itemId: POTION, quantity: 1 };
    if ((await this.#call('POST /api/store/buy', { body })).status === 200) this.bought++;
    const key = this.likes ? 'DELETE /api/feed/{id}/like' : 'POST /api/feed/{id}/like';
    const liking = await this.#call(key, { params: { id: FIRST_POST } });
    if (liking.status === 200) this.likes = liking.body.liked;
    if ((await this.#call('POST /api/feed', { body: { body: `post ${text}` } })).status === 201)
      this.posts.add(`post ${text}`);
    const params = { userId: this.player.id };
    await this.#call('GET /api/combat/{userId}', { params, query: { opponentId: other.player.id } });
    await this.#strike(other);
    await this.#call('GET /api/feed', {});
  }

  async #strike(other: VirtualUser): Promise<void> {
    const { status, body } = await this.#call('POST /api/combat/attack', {
      body: { defenderId: other.player.id },
    });
    // A fight that ended otherwise in that moment has none.
    const blow = status === 200 && body.lines.find(({ kind }) => kind === 'hit' || kind === 'miss');
    if (blow) this.strikes.push(strikeOf({ fight: body.combat.id, exchange: blow.exchange, by: blow.by }));
  }

  /** Shows a picture to others, and looks whether it is what the first was; too many are deleted. */
  async uploadImage(): Promise<void> {
    const bytes = await createPng(64, 48 + (this.player.id % 100))
      .png()
      .toBuffer();
    const { body } = await this.#retryUntil(UPLOAD, (headers) =>
      postPhotoForm(this.player, bytes, { headers }),
    );
    if (!body.photo) return void this.errors.push(`${UPLOAD}: ${body.code}`);
    this.pictures.set(body.photo.id, body.photo.imageUrl);
    await this.fetchImage(body.photo.imageUrl);
    for (const id of [...this.pictures.keys()].slice(0, -MAX_IMAGES_PER_USER)) {
      const route = 'DELETE /api/photos/{id}';
      const { status } = await this.#retryUntil(route, () => this.player.call(route, { params: { id } }));
      // The answer to the first try may have been lost.
      if (status !== 200 && status !== 404) this.errors.push(`${route}: ${status}`);
      this.pictures.delete(id);
    }
    this.counted.pictures++;
  }

  async fetchImage(url: string): Promise<void> {
    const { status, bytes } = await this.#retryUntil(LOOK, async () => {
      const response = await this.player.fetch(url);
      const { status, headers } = response;
      return { status, headers, bytes: Buffer.from(await response.arrayBuffer()) };
    });
    this.shown ??= bytes;
    if (status !== 200 || !bytes.equals(this.shown))
      this.errors.push(`${url}: ${status}, ${bytes.length} bytes of ${this.shown.length}`);
  }

  async #call<K extends RouteKey>(route: K, options: CallOptions): Promise<TestResponse<K>> {
    const answer = await this.#retryUntil(route, (headers) =>
      this.player.call(route, { ...options, headers }),
    );
    this.counted.acts++;
    return answer;
  }

  /** Asks until there is an answer, under one key, so that it is done once. */
  async #retryUntil<A extends CallResult>(
    route: string,
    ask: (headers: Record<string, string>) => Promise<A>,
  ): Promise<A> {
    const headers: Record<string, string> = route.startsWith('POST')
      ? { 'idempotency-key': randomUUID() }
      : {};
    for (;;) {
      const answer = await withTimeout(CALL_TIMEOUT_MS, ask(headers)).catch((error) => {
        // Whoever it was that hung up; and what is cut off in its middle is no JSON.
        if (error instanceof TypeError || error instanceof SyntaxError || error instanceof TimeoutError)
          return null;
        throw error;
      });
      if (answer === null) this.counted.cut++;
      else if (answer.status === 503) {
        this.counted.away++;
        this.away.add(route);
        if (!answer.headers.get('retry-after')) this.errors.push(`${route}: 503 without Retry-After`);
      } else if (answer.status >= 500)
        this.errors.push(`${route}: ${answer.status} ${JSON.stringify(answer.body)}`);
      // What was cut off is still being worked on.
      else if (answer.body?.code !== 'inProgress' && !(route === UPLOAD && answer.status === 429)) {
        if (answer.status === 401) this.errors.push(`${route}: 401`);
        return answer;
      }
      await sleep(200);
    }
  }

  /** Sends a message until it is acknowledged; the same again is the same message. */
  async #sendMessage(other: VirtualUser, text: string): Promise<void> {
    const payload = { senderId: this.player.id, receiverId: other.player.id, text, clientTempId: text };
    for (;;) {
      const said = await this.#emit('private message', payload);
      if (said?.ok) {
        this.messages.set(text, said.message?.id ?? 0);
        this.counted.acts++;
        return;
      }
      this.#mind('private message', said);
      await sleep(200);
    }
  }

  /** Says a line in the same way, unless it comes too soon. */
  async #say(text: string): Promise<void> {
    for (;;) {
      const said = await this.#emit('chat message', { text, clientTempId: text });
      if (said?.ok) this.lines.add(text);
      if (said?.ok || said?.code === 'tooOften') return;
      this.#mind('chat message', said);
      await sleep(200);
    }
  }

  async #emit(event: string, payload: object): Promise<EventResult | null> {
    const socket = this.#socket as unknown as {
      connected: boolean;
      timeout(ms: number): { emitWithAck(event: string, payload: object): Promise<EventResult> };
    };
    // What is sent without a connection would be kept, and sent when nobody waits for it.
    if (!socket.connected) return null;
    return socket
      .timeout(ACK_TIMEOUT_MS)
      .emitWithAck(event, payload)
      .catch(() => null);
  }

  #mind(event: string, said: EventResult | null): void {
    if (said?.code === 'unavailable') this.away.add(event);
    else if (said) this.errors.push(`${event}: ${said.code}`);
  }
}

class TimeoutError extends Error {}
async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError()), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Players who do one thing after the other until they are told to stop. */
export class VirtualUsers {
  readonly users: VirtualUser[] = [];
  #working: Promise<unknown> | undefined;
  #isOver = false;

  /** Signs them up; one has written the post that all of them like. */
  static async of(url: string, players: number): Promise<VirtualUsers> {
    const crowd = new VirtualUsers();
    for (let n = 0; n < players; n++) crowd.users.push(new VirtualUser(await signUp(url)));
    await crowd.users[0]?.player.call('POST /api/feed', { body: { body: 'The first' } });
    return crowd;
  }

  start(): void {
    for (const one of this.users) one.connect();
    this.#working = Promise.all(
      this.users.flatMap((one) => [
        this.#loop(() => one.runRound(this.users)),
        this.#loop(() => one.uploadImage().then(() => sleep(IMAGE_INTERVAL_MS))),
      ]),
    );
  }

  async #loop(work: () => Promise<void>): Promise<void> {
    while (!this.#isOver) await work();
  }

  /** Waits until each has done a round of acts more, and so many pictures. Answers how long that took (ms). */
  async waitForProgress({ pictures = 0 } = {}): Promise<number> {
    const begun = performance.now();
    const wanted = this.users.map(({ counted }) => [counted.acts + 7, counted.pictures + pictures] as const);
    const isDone = ({ counted }: VirtualUser, n: number): boolean => {
      const [acts, shown] = wanted[n] ?? [0, 0];
      return counted.acts >= acts && counted.pictures >= shown;
    };
    while (!this.users.every(isDone)) {
      await sleep(20);
      if (performance.now() - begun > 60_000) throw new Error('The players do not go on');
    }
    return performance.now() - begun;
  }

  /** Lets everybody end what they are at. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#working;
    for (const one of this.users) one.close();
  }

  /** What was answered since the last time that must not be. */
  drainErrors(): string[] {
    return this.users.flatMap((one) => one.errors.splice(0));
  }

  /** What was said since the last time to be tried again. */
  drainUnavailable(): Set<string> {
    const all = new Set(this.users.flatMap((one) => [...one.away]));
    for (const { away } of this.users) away.clear();
    return all;
  }
}
