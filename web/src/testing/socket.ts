import type { ClientToServer, ServerToClient } from '@rivalhold/shared/contract/index.ts';
import { act } from '@testing-library/react';
import { vi } from 'vitest';
import { connectSocket, disconnectSocket } from '../lib/socket.ts';

type ServerEvent = keyof ServerToClient;
type ClientEvent = keyof ClientToServer;
type SentPayload<E extends ClientEvent> = Parameters<ClientToServer[E]>[0];
type Ack<E extends ClientEvent> = Parameters<NonNullable<Parameters<ClientToServer[E]>[1]>>[0];
type Listener = (...args: unknown[]) => void;

let current: FakeSocket | null = null;
let sentEvents: { name: string; payload: unknown }[] = [];
let acknowledgements = new Map<string, (payload: never) => unknown>();

/** The parts of a Socket.IO client that the site uses. */
class FakeSocket {
  connected = false;
  active = true;
  /** The reconnection options do nothing, because tests reconnect with `reconnect`. */
  readonly io = {
    reconnectionDelay: () => undefined,
    reconnectionDelayMax: () => undefined,
    randomizationFactor: () => undefined,
    on: () => undefined,
  };
  #listeners = new Map<string, Listener>();
  #catchAll: Listener = () => undefined;

  on(name: string, listener: Listener): void {
    this.#listeners.set(name, listener);
  }
  onAny(listener: Listener): void {
    this.#catchAll = listener;
  }
  emit(name: string, payload: unknown): void {
    sentEvents.push({ name, payload });
  }
  timeout(): this {
    return this;
  }
  async emitWithAck(name: string, payload: unknown): Promise<unknown> {
    this.emit(name, payload);
    return acknowledgements.get(name)?.(payload as never) ?? { ok: true };
  }
  connect(): void {
    this.connected = true;
    this.#listeners.get('connect')?.();
  }
  disconnect(): void {
    this.connected = false;
  }
  fail(): void {
    this.#listeners.get('connect_error')?.(new Error('xhr poll error'));
  }
  lose(): void {
    this.connected = false;
    this.#listeners.get('disconnect')?.('transport close');
  }
  receive(name: string, payload: unknown): void {
    this.#catchAll(name, payload);
  }
}

/** Open a fake socket. In tests, this function replaces `io()` of socket.io-client. */
export function openFakeSocket(): FakeSocket {
  current = new FakeSocket();
  return current;
}

const socket = (): FakeSocket => {
  if (!current) throw new Error('Call connect() first');
  return current;
};

/** Open the socket of a signed-in player, or make the attempt fail. */
export async function connect(userId: number, outcome: 'open' | 'failed' = 'open'): Promise<void> {
  connectSocket(userId, () => undefined);
  // The site loads the socket code on demand, so wait until the socket exists.
  await vi.waitFor(() => socket());
  await act(async () => (outcome === 'open' ? socket().connect() : socket().fail()));
}

/** Lose the connection, as in a network failure. */
export const loseConnection = (): Promise<void> => act(async () => socket().lose());

/** Restore a lost connection. */
export const reconnect = (): Promise<void> => act(async () => socket().connect());

/** Deliver an event from the server. */
export const receive = <E extends ServerEvent>(
  name: E,
  payload: Parameters<ServerToClient[E]>[0],
): Promise<void> => act(async () => socket().receive(name, payload));

/** Answer all further events of this name with an acknowledgement. */
export function acknowledge<E extends ClientEvent>(
  name: E,
  respond: (payload: SentPayload<E>) => Ack<E> | Promise<Ack<E>>,
): void {
  acknowledgements.set(name, respond);
}

/** Return the payloads sent with an event name, oldest first. */
export const sent = <E extends ClientEvent>(name: E): SentPayload<E>[] =>
  sentEvents.flatMap((event) => (event.name === name ? [event.payload as SentPayload<E>] : []));

/** Close the socket, and clear the sent events and the acknowledgements. */
export function resetSocket(): void {
  disconnectSocket();
  current = null;
  sentEvents = [];
  acknowledgements = new Map();
}
