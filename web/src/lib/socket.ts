import type { Ack, ClientToServer, ServerToClient } from '@rivalhold/shared/contract/index.ts';
import { reconnectDelayMs } from '@rivalhold/shared/reconnection.ts';
import { SOCKET_LIMITS } from '@rivalhold/shared/socket-limits.ts';
import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { useEffect, useEffectEvent } from 'react';
import { refetchAfterReconnect } from './query-client.ts';
import { importOrReload } from './reload-on-missing-chunk.ts';
import { remeasureClock } from './server-clock.ts';
import { sharedValue, useShared } from './shared-value.ts';
import type { Connection } from './socket-connection.ts';
import { reportUnauthenticated } from './unauthenticated.ts';

type EventName = keyof ServerToClient;
type PayloadOf<E extends EventName> = Parameters<ServerToClient[E]>[0];
type Handler<E extends EventName> = (payload: PayloadOf<E>) => void;
type ClientEventName = keyof ClientToServer;
type ClientPayload<E extends ClientEventName> = Parameters<ClientToServer[E]>[0];
type AckOf<E extends ClientEventName> = Parameters<NonNullable<Parameters<ClientToServer[E]>[1]>>[0];

const handlers = new Map<string, Set<(payload: never) => void>>();
/** 'lost' after a lost connection or a failed attempt; 'idle' until the first attempt has ended, and for guests. */
export type SocketState = 'idle' | 'open' | 'lost';
const state = sharedValue<SocketState>('idle');
/**
 * True if data is loaded without waiting for this player's first connection, because the connection timed out or
 * failed. Such data might lack later events, so visible queries are reloaded once the connection opens.
 */
let hasTimedOut = false;
type SocketSession = { userId: number; opening: Promise<Connection>; closed: boolean };
let current: SocketSession | null = null;

/**
 * Call `handler` for each event with the given name, whether or not the socket is open yet. Returns a function that
 * removes the handler.
 */
export function onSocketEvent<E extends EventName>(name: E, handler: Handler<E>): () => void {
  const set = handlers.get(name) ?? new Set();
  handlers.set(name, set.add(handler as (payload: never) => void));
  return () => void set.delete(handler as (payload: never) => void);
}

/** Listen to a socket event while the component is mounted, with the handler of the latest render. */
export function useSocketEvent<E extends EventName>(name: E, handler: Handler<E>): void {
  const latest = useEffectEvent(handler);
  useEffect(() => onSocketEvent(name, (payload) => latest(payload)), [name]);
}

/** Return the state of the socket; live events arrive while it is 'open'. */
export const useSocketState = (): SocketState => useShared(state);

/** Return the state of the socket, for code outside React components. */
export const socketState = state.get;

/** Call `listener` each time the socket connects. Returns a function that removes the listener. */
export function onSocketOpen(listener: () => void): () => void {
  let before = state.get();
  return state.subscribe(() => {
    const opened = state.get() === 'open' && before !== 'open';
    before = state.get();
    if (opened) listener();
  });
}

/**
 * Wait for the first connection, so that no event between a load and the connection is missed. Resolves immediately if
 * the first attempt to connect has ended. Otherwise, waits for at most `SOCKET_LIMITS.firstConnectMs`. After this
 * timeout, later calls resolve immediately, and visible queries are reloaded once the connection opens.
 */
export function whenConnected(): Promise<void> {
  if (state.get() !== 'idle' || hasTimedOut) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    // The state changes when the first attempt succeeds or fails, and when the player logs out.
    const stop = state.subscribe(done);
    const timer = setTimeout(() => {
      hasTimedOut = true;
      done();
    }, SOCKET_LIMITS.firstConnectMs);
  });
}

function attachHandlers(socket: Connection, session: SocketSession, onRejected: () => void) {
  let connectedBefore = false;
  socket.onAny((name: string, payload: unknown) => {
    for (const handler of handlers.get(name) ?? []) handler(payload as never);
  });
  socket.on('connect', () => {
    remeasureClock();
    state.set('open');
    socket.emit('register', session.userId);
    if (connectedBefore || hasTimedOut) void refetchAfterReconnect();
    connectedBefore = true;
    hasTimedOut = false;
  });
  // Socket.IO does not reconnect by itself after the server has closed or rejected the socket.
  const reconnect = () => {
    onRejected();
    setTimeout(() => !session.closed && !socket.connected && socket.connect(), reconnectDelayMs());
  };
  socket.on('disconnect', (reason) => {
    if (session.closed) return;
    state.set('lost');
    if (reason === 'io server disconnect') reconnect();
  });
  socket.on('connect_error', () => {
    if (session.closed) return;
    // If the first connection fails, do not delay the loading of data any longer. The data is loaded again once there
    // is a connection.
    if (state.get() === 'idle') hasTimedOut = true;
    state.set('lost');
    if (!socket.active) reconnect();
  });
}

/**
 * Open the socket of the signed-in player, register the player's id, and reload visible queries after each reconnect.
 * Calls `onRejected` if the server closes or rejects the socket, because the session might have ended.
 */
export function connectSocket(userId: number, onRejected: () => void): void {
  if (current?.userId === userId) return;
  disconnectSocket();
  const session: SocketSession = {
    userId,
    closed: false,
    opening: importOrReload(() => import('./socket-connection.ts')).then(({ openConnection }) => {
      const socket = openConnection();
      if (session.closed) socket.disconnect();
      else attachHandlers(socket, session, onRejected);
      return socket;
    }),
  };
  session.opening.catch(() => undefined);
  current = session;
}

/** Close the socket; only `connectSocket` reopens it. */
export function disconnectSocket(): void {
  if (!current) return;
  hasTimedOut = false;
  state.set('idle');
  current.closed = true;
  void current.opening.then((socket) => socket.disconnect()).catch(() => undefined);
  current = null;
}

/**
 * Send an event and return its acknowledgement. If there is no socket, or if no acknowledgement arrives within 10 s,
 * return `ok: false` with the code 'offline'. If no player is signed in, also call `reportUnauthenticated`.
 */
export async function emit<E extends ClientEventName>(name: E, payload: ClientPayload<E>): Promise<AckOf<E>> {
  const offlineAck: Ack<never> = { ok: false, code: 'offline', message: SHELL_TEXTS.socketNotReady };
  try {
    const socket = await current?.opening;
    if (!socket) {
      reportUnauthenticated();
      return offlineAck as AckOf<E>;
    }
    const send = socket.timeout(SOCKET_LIMITS.timeoutMs).emitWithAck as (
      event: E,
      payload: ClientPayload<E>,
    ) => Promise<AckOf<E>>;
    const ack = await send.call(socket, name, payload);
    if (!ack.ok && ack.code === 'unauthenticated') reportUnauthenticated();
    return ack;
  } catch {
    return offlineAck as AckOf<E>;
  }
}
