import type { ErrorBody } from '@rivalhold/shared/contract/errors.ts';
import type { ClientToServer, RouteKey, RouteOf, ServerToClient } from '@rivalhold/shared/contract/index.ts';
import type { Reply } from '@rivalhold/shared/contract/schema.ts';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { io, type Socket } from 'socket.io-client';
import { WAIT_MS } from '../../../scripts/testing/timeouts.ts';
import { waitFor } from '../../../scripts/testing/wait-for.ts';

export const PASSWORD = 'ember-and-anvil';

export type TestResponse<K extends RouteKey = RouteKey> = {
  status: number;
  headers: Headers;
  body: Reply<RouteOf<K>> & Partial<ErrorBody>;
};
type FormField = readonly [field: string, value: string | Uint8Array, name?: string];
export type CallOptions = {
  /** Values for the parameters in the path, such as `{id}`. */
  params?: Record<string, string | number>;
  query?: Record<string, string | number>;
  body?: unknown;
  /** Form fields to send instead of `body`, in this order. A field of bytes is sent as a file called `name`. */
  form?: readonly FormField[];
  headers?: Record<string, string>;
};
export type TestSocket = Socket<ServerToClient, ClientToServer>;

/** The events that each socket has received, with their payloads. */
const receivedEvents = new WeakMap<TestSocket, [string, unknown][]>();

/** A browser with cookies. Its calls send the CSRF token, as the real client does. */
export class TestBrowser {
  readonly cookies = new Map<string, string>();
  /** Headers of all requests, for example the header in which a proxy sends the client's address. */
  headers: Record<string, string> = {};
  readonly url: string;
  readonly #sockets: TestSocket[] = [];

  constructor(url: string) {
    this.url = url;
  }

  /** The CSRF token that the real client would send. */
  get csrf(): string {
    return this.cookies.get('XSRF-TOKEN') ?? '';
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Store the cookies in the `Set-Cookie` headers of a response. */
  storeCookies(lines: readonly string[]): void {
    for (const line of lines) {
      const [pair = '', ...attributes] = line.split('; ');
      const name = pair.slice(0, pair.indexOf('='));
      const value = decodeURIComponent(pair.slice(name.length + 1));
      const gone = value === '' || attributes.some((attribute) => attribute === 'Max-Age=0');
      if (gone) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }

  /** Send a request, and store the cookies of the response. */
  async fetch(
    pathname: string,
    init: RequestInit & { headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const response = await fetch(this.url + pathname, {
      redirect: 'manual',
      ...init,
      headers: { cookie: this.cookieHeader, ...this.headers, ...init.headers },
    });
    this.storeCookies(response.headers.getSetCookie());
    return response;
  }

  /** Download a file. Throw if the status is not 200. */
  async bytes(pathname: string): Promise<Buffer> {
    const response = await this.fetch(pathname);
    if (response.status !== 200) throw new Error(`${pathname} returned ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  }

  /** Call a route of the contract by its key, such as `GET /api/session`. */
  async call<K extends RouteKey>(key: K, options: CallOptions = {}): Promise<TestResponse<K>> {
    const [method = 'GET', template = ''] = key.split(' ');
    const pathname = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(options.params?.[name])),
    );
    const query = options.query
      ? `?${new URLSearchParams(Object.entries(options.query).map(([name, value]) => [name, String(value)]))}`
      : '';
    if (method !== 'GET' && !this.cookies.has('XSRF-TOKEN')) await this.fetch('/api/csrf/restore');
    const response = await this.fetch(pathname + query, {
      method,
      headers: {
        ...(method !== 'GET' && { 'x-csrf-token': this.csrf }),
        ...(options.body !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
      ...(options.form && { body: formOf(options.form) }),
    });
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as TestResponse<K>['body'],
    };
  }

  /** Log in, by default with the password that all test players have. */
  signIn(credential: string, password = PASSWORD, headers: Record<string, string> = {}) {
    return this.call('POST /api/session', { body: { credential, password }, headers });
  }

  /** Return the signed-in user. Return null for a guest. */
  async user() {
    return (await this.call('GET /api/session')).body.user;
  }

  /** Return the id of the signed-in user. Return null for a guest. */
  async userId(): Promise<number | null> {
    return (await this.user())?.id ?? null;
  }

  /** Open a socket with this browser's cookies. Reject if the server refuses the connection. */
  async socket(headers: Record<string, string> = {}): Promise<TestSocket> {
    const socket: TestSocket = io(this.url, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      extraHeaders: { cookie: this.cookieHeader, ...this.headers, ...headers },
    });
    this.#sockets.push(socket);
    const heard: [string, unknown][] = [];
    receivedEvents.set(socket, heard);
    socket.onAny((event: string, payload: unknown) => heard.push([event, payload]));
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    return socket;
  }

  /** Close all sockets that this browser has opened. */
  closeSockets(): void {
    for (const socket of this.#sockets) socket.disconnect();
  }
}

function formOf(fields: readonly FormField[]): FormData {
  const form = new FormData();
  for (const [field, value, name = 'me.png'] of fields)
    if (typeof value === 'string') form.append(field, value);
    else form.append(field, new Blob([value as BlobPart]), name);
  return form;
}

/** The browser of a player who has signed up. */
export class TestPlayer extends TestBrowser {
  readonly id: number;
  readonly username: string;

  constructor(url: string, id: number, username: string) {
    super(url);
    this.id = id;
    this.username = username;
  }
}

/** Return a browser that has a player's cookies and calls another URL of the site, such as the URL of another node. */
export function atUrl(
  { url }: { url: string },
  { id, username, cookies }: Pick<TestPlayer, 'id' | 'username' | 'cookies'>,
): TestPlayer {
  const other = new TestPlayer(url, id, username);
  for (const [name, value] of cookies) other.cookies.set(name, value);
  return other;
}

/** Log a player in with a new browser, for example after the session has ended. */
export async function signInAgain(
  { url }: { url: string },
  { id, username }: { id: number; username: string },
): Promise<TestPlayer> {
  const player = new TestPlayer(url, id, username);
  const { status } = await player.signIn(username);
  if (status !== 200) throw new Error(`Sign-in returned ${status}`);
  return player;
}

/** Fetch and solve a captcha, and return its payload for the sign-up. */
export async function solveCaptcha(browser: TestBrowser): Promise<string> {
  const { body: challenge } = await browser.call('GET /api/captcha');
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

/**
 * Sign up a player at a site's URL. Solve a captcha if the site requires one.
 * @param headers the headers of this and all later requests of the player
 */
export async function signUp(
  url: string,
  username = uniqueName(),
  headers: Record<string, string> = {},
): Promise<TestPlayer> {
  const guest = new TestBrowser(url);
  guest.headers = headers;
  const send = (captcha?: string) =>
    guest.call('POST /api/users', { body: { ...signUpBody(username), captcha } });
  const first = await send();
  const { status, body } = first.body.code === 'captcha' ? await send(await solveCaptcha(guest)) : first;
  if (status !== 201) throw new Error(`Sign-up returned ${status}: ${JSON.stringify(body)}`);
  const player = atUrl({ url }, { id: body.user.id, username, cookies: guest.cookies });
  player.headers = headers;
  return player;
}

let nameCount = 0;
/** Return an unused username. No name contains another one, so a search for a name finds one player. */
export const uniqueName = (): string => `hero${process.pid}n${nameCount++}x`;

/** Return a valid body of a sign-up request for a username. */
export const signUpBody = (username: string) => ({
  username,
  firstName: 'Test',
  lastName: 'Player',
  email: `${username.toLowerCase()}@test.invalid`,
  password: PASSWORD,
});

/** Send an event whose name and payload are not type-checked, and return its acknowledgement. */
export const emitRaw = <Failure extends object = RejectedAck>(
  socket: TestSocket,
  event: string,
  ...payload: unknown[]
): Promise<{ ok: boolean } & Failure> =>
  (
    socket as unknown as {
      emitWithAck(event: string, ...payload: unknown[]): Promise<{ ok: boolean } & Failure>;
    }
  ).emitWithAck(event, ...payload);
type RejectedAck = { code?: string; message?: string };

/** Return the payload of the first event with this name on a socket, even if the event arrived before this call. */
export const firstEvent = <E extends keyof ServerToClient>(
  socket: TestSocket,
  event: E,
): Promise<Parameters<ServerToClient[E]>[0]> =>
  waitFor(() => {
    const found = receivedEvents.get(socket)?.find(([name]) => name === event);
    if (found === undefined) throw new Error(`No ${event} event received`);
    return found[1] as Parameters<ServerToClient[E]>[0];
  });

/**
 * Wait for the next event with this name on a socket, and return its payload. Call this before triggering the
 * event.
 */
export function nextEvent<E extends keyof ServerToClient>(
  socket: TestSocket,
  event: E,
): Promise<Parameters<ServerToClient[E]>[0]> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No ${event} event received`)), WAIT_MS);
    socket.once(event, ((payload: Parameters<ServerToClient[E]>[0]) => {
      clearTimeout(timer);
      resolve(payload);
    }) as never);
  });
}
