import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RouteKey } from '@rivalhold/shared/contract/index.ts';
import { io } from 'socket.io-client';
import { postPhotoForm } from '../../features/photos/testing.ts';
import {
  type CallOptions,
  signUp,
  type TestPlayer,
  type TestResponse,
  type TestSocket,
} from '../../testing/app.ts';
import { createPng } from '../../testing/images.ts';

/** Time in ms after which an event without an acknowledgement is sent again. */
const ACK_TIMEOUT_MS = 4_000;
/** Time limit for a call in ms. It is as long as a patient user would wait. */
const CALL_TIMEOUT_MS = 30_000;
const POTION = 1;
/** Id of the post that all users like. */
export const FIRST_POST = 1;
/** Return a string that identifies an exchange of a fight. */
export const strikeOf = ({ fight, exchange }: { fight: number; exchange: number }): string =>
  `${fight}:${exchange}`;
/** If a user has more images than this, the user deletes the oldest image. */
const MAX_IMAGES_PER_USER = 5;
/** Minimum interval in ms between a user's uploads, because an upload needs more resources than any other action. */
const IMAGE_INTERVAL_MS = 1_000;

const UPLOAD = 'POST /api/photos';
const LOOK = 'GET /media';
/** The actions that need the file storage. */
export const FILE_ACTIONS = new Set([UPLOAD, LOOK]);

type CallResult = { status: number; headers: Headers; body?: { code?: string } };
type EventResult = { ok: boolean; code?: string; message?: { id: number } };

/** A virtual user that retries after any failure, and records the acknowledged actions. */
export class VirtualUser {
  readonly player: TestPlayer;
  readonly messages = new Map<string, number>();
  readonly posts = new Set<string>();
  readonly lobbyMessages = new Set<string>();
  bought = 0;
  /** Acknowledged exchanges of fights, as strings that `strikeOf` returns. */
  readonly strikes: string[] = [];
  likes = false;
  /** URLs of the user's images, by image id. */
  readonly pictures = new Map<number, string>();
  shown: Buffer | undefined;
  /** Unexpected responses. */
  readonly errors: string[] = [];
  readonly counted = { acts: 0, pictures: 0, away: 0, cut: 0 };
  /** The actions that got a 503. */
  readonly away = new Set<string>();
  #socket: TestSocket | undefined;
  #actionCount = 0;
  #isClosed = false;

  constructor(player: TestPlayer) {
    this.player = player;
  }

  /** Open the user's socket. */
  connect(): void {
    this.#socket = io(this.player.url, {
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelay: 100,
      reconnectionDelayMax: 500,
      timeout: 5_000,
      extraHeaders: { cookie: this.player.cookieHeader },
    });
    // Reconnect after a server shutdown or a rejected handshake, as the real client does.
    const reconnect = () =>
      setTimeout(() => this.#socket?.active || this.#isClosed || this.#socket?.connect(), 300);
    this.#socket.on('disconnect', reconnect).on('connect_error', reconnect);
  }

  /** Close the user's socket permanently. */
  close(): void {
    this.#isClosed = true;
    this.#socket?.disconnect();
  }

  /** Perform each action once, except uploads. */
  async runRound(others: readonly VirtualUser[]): Promise<void> {
    const other = others[
      (others.indexOf(this) + 1 + (this.#actionCount % (others.length - 1))) % others.length
    ] as VirtualUser;
    const text = `${this.player.id}-${++this.#actionCount}`;
    await this.#sendMessage(other, text);
    await this.#sendLobbyMessage(`lobby ${text}`);
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
    // The response has no exchange if the move is still secret, or if a passed deadline has ended the fight.
    const blow = status === 200 && body.lines.find(({ kind }) => kind === 'exchange');
    if (blow) this.strikes.push(strikeOf({ fight: body.combat.id, exchange: blow.exchange }));
  }

  /**
   * Upload an image, and check that the stored file equals the file stored after the user's first upload. Each user
   * always uploads the same image. If the user then has more images than the maximum, delete the oldest.
   */
  async uploadImage(): Promise<void> {
    const bytes = await createPng(64, 48 + (this.player.id % 100));
    const { body } = await this.#retryUntil(UPLOAD, (headers) =>
      postPhotoForm(this.player, bytes, { headers }),
    );
    if (!body.photo) return void this.errors.push(`${UPLOAD}: ${body.code}`);
    this.pictures.set(body.photo.id, body.photo.imageUrl);
    await this.fetchImage(body.photo.imageUrl);
    for (const id of [...this.pictures.keys()].slice(0, -MAX_IMAGES_PER_USER)) {
      const route = 'DELETE /api/photos/{id}';
      const { status } = await this.#retryUntil(route, () => this.player.call(route, { params: { id } }));
      // The status 404 is possible if the response to an earlier attempt was lost.
      if (status !== 200 && status !== 404) this.errors.push(`${route}: ${status}`);
      this.pictures.delete(id);
    }
    this.counted.pictures++;
  }

  /** Download an image, and check that it equals the user's first downloaded image. */
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

  /** Retry a call until there is a final response. All attempts of a POST use the same idempotency key. */
  async #retryUntil<A extends CallResult>(
    route: string,
    ask: (headers: Record<string, string>) => Promise<A>,
  ): Promise<A> {
    const headers: Record<string, string> = route.startsWith('POST')
      ? { 'idempotency-key': randomUUID() }
      : {};
    for (;;) {
      const answer = await withTimeout(CALL_TIMEOUT_MS, ask(headers)).catch((error) => {
        // The connection was closed, the response was truncated and is not valid JSON, or the call timed out.
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
      // The code `inProgress` means that the interrupted call is still running.
      else if (answer.body?.code !== 'inProgress' && !(route === UPLOAD && answer.status === 429)) {
        if (answer.status === 401) this.errors.push(`${route}: 401`);
        return answer;
      }
      await sleep(200);
    }
  }

  /** Send a message until it is acknowledged, always with the same client id. */
  async #sendMessage(other: VirtualUser, text: string): Promise<void> {
    const payload = { senderId: this.player.id, receiverId: other.player.id, text, clientTempId: text };
    for (;;) {
      const acknowledgement = await this.#emit('private message', payload);
      if (acknowledgement?.ok) {
        this.messages.set(text, acknowledgement.message?.id ?? 0);
        this.counted.acts++;
        return;
      }
      this.#recordRejection('private message', acknowledgement);
      await sleep(200);
    }
  }

  /** Send a Lobby message until it is acknowledged, but give up if the rate limit rejects it. */
  async #sendLobbyMessage(text: string): Promise<void> {
    for (;;) {
      const acknowledgement = await this.#emit('chat message', { text, clientTempId: text });
      if (acknowledgement?.ok) this.lobbyMessages.add(text);
      if (acknowledgement?.ok || acknowledgement?.code === 'tooOften') return;
      this.#recordRejection('chat message', acknowledgement);
      await sleep(200);
    }
  }

  async #emit(event: string, payload: object): Promise<EventResult | null> {
    const socket = this.#socket as unknown as {
      connected: boolean;
      timeout(ms: number): { emitWithAck(event: string, payload: object): Promise<EventResult> };
    };
    // Without a connection, the client would buffer the event and send it too late.
    if (!socket.connected) return null;
    return socket
      .timeout(ACK_TIMEOUT_MS)
      .emitWithAck(event, payload)
      .catch(() => null);
  }

  #recordRejection(event: string, acknowledgement: EventResult | null): void {
    if (acknowledgement?.code === 'unavailable') this.away.add(event);
    else if (acknowledgement) this.errors.push(`${event}: ${acknowledgement.code}`);
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

/** A group of virtual users that act continuously until they are stopped. */
export class VirtualUsers {
  readonly users: VirtualUser[] = [];
  #working: Promise<unknown> | undefined;
  #isOver = false;

  /** Pause in ms between two rounds of a user. */
  readonly #pauseMs: number;

  constructor(pauseMs: number) {
    this.#pauseMs = pauseMs;
  }

  /** Sign up the users. The first user creates the post that all users like. */
  static async of(url: string, players: number, { pauseMs = 0 } = {}): Promise<VirtualUsers> {
    const group = new VirtualUsers(pauseMs);
    for (let n = 0; n < players; n++) group.users.push(new VirtualUser(await signUp(url)));
    await group.users[0]?.player.call('POST /api/feed', { body: { body: 'The first' } });
    return group;
  }

  /** Connect all users and start their actions. */
  start(): void {
    for (const one of this.users) one.connect();
    this.#working = Promise.all(
      this.users.flatMap((one) => [
        this.#loop(() => one.runRound(this.users).then(() => sleep(this.#pauseMs))),
        this.#loop(() => one.uploadImage().then(() => sleep(IMAGE_INTERVAL_MS))),
      ]),
    );
  }

  async #loop(work: () => Promise<void>): Promise<void> {
    while (!this.#isOver) await work();
  }

  /**
   * Wait until each user has completed another round of actions and at least `pictures` more uploads. Return the
   * duration in ms.
   */
  async waitForProgress({ pictures = 0 } = {}): Promise<number> {
    const begun = performance.now();
    const wanted = this.users.map(({ counted }) => [counted.acts + 7, counted.pictures + pictures] as const);
    const isDone = ({ counted }: VirtualUser, n: number): boolean => {
      const [acts, shown] = wanted[n] ?? [0, 0];
      return counted.acts >= acts && counted.pictures >= shown;
    };
    while (!this.users.every(isDone)) {
      await sleep(20);
      if (performance.now() - begun > 60_000)
        throw new Error('The virtual users made no progress within 60 s');
    }
    return performance.now() - begun;
  }

  /** Stop all users after their current round. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#working;
    for (const one of this.users) one.close();
  }

  /** Return and clear the unexpected responses. */
  drainErrors(): string[] {
    return this.users.flatMap((one) => one.errors.splice(0));
  }

  /** Return and clear the actions that got a 503. */
  drainUnavailable(): Set<string> {
    const all = new Set(this.users.flatMap((one) => [...one.away]));
    for (const { away } of this.users) away.clear();
    return all;
  }
}
