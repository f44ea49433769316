import type { Ack, ClientToServer, ServerToClient } from '@rivalhold/shared/contract/index.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { useEffect, useEffectEvent } from 'react';
import { refetchAfterReconnect } from './query-client.ts';
import { importOrReload } from './reload-on-missing-chunk.ts';
import { sharedValue, useShared } from './shared-value.ts';
import type { Connection } from './socket-connection.ts';

type EventName = keyof ServerToClient;
type PayloadOf<E extends EventName> = Parameters<ServerToClient[E]>[0];
type Handler<E extends EventName> = (payload: PayloadOf<E>) => void;
type ClientEventName = keyof ClientToServer;
type ClientPayload<E extends ClientEventName> = Parameters<ClientToServer[E]>[0];
type AckOf<E extends ClientEventName> = Parameters<NonNullable<Parameters<ClientToServer[E]>[1]>>[0];

const handlers = new Map<string, Set<(payload: never) => void>>();
/** 'lost' after the connection once stood; 'idle' before, and when nobody is signed in. */
export type SocketState = 'idle' | 'open' | 'lost';
const state = sharedValue<SocketState>('idle');
/** Somebody has given up waiting for this player's first connection: what they loaded may lack what happened until it stood. */
let hasTimedOut = false;
type SocketSession = { userId: number; opening: Promise<Connection>; closed: boolean };
let current: SocketSession | null = null;

/** Calls `handler` for each event of that name, whether or not the socket is open yet. Returns how to stop. */
export function onSocketEvent<E extends EventName>(name: E, handler: Handler<E>): () => void {
  const set = handlers.get(name) ?? new Set();
  handlers.set(name, set.add(handler as (payload: never) => void));
  return () => void set.delete(handler as (payload: never) => void);
}

/** Listens to a socket event while the component is shown; always with the handler of the latest render. */
export function useSocketEvent<E extends EventName>(name: E, handler: Handler<E>): void {
  const latest = useEffectEvent(handler);
  useEffect(() => onSocketEvent(name, (payload) => latest(payload)), [name]);
}

/** Whether live events are coming in right now. */
export const useSocketState = (): SocketState => useShared(state);

/** The same outside of components. */
export const socketState = state.get;

/** Calls `listener` whenever the socket stands, the first time and each time after. Returns how to stop. */
export function onSocketOpen(listener: () => void): () => void {
  let before = state.get();
  return state.subscribe(() => {
    const opened = state.get() === 'open' && before !== 'open';
    before = state.get();
    if (opened) listener();
  });
}

/**
 * Wait for the first connection, so that no event is missed between a load and the subscription. Resolves immediately if
 * the connection was lost, and after `LIMITS.socket.firstConnectMs` without a connection; later calls then resolve immediately.
 * A connection that opens after that refetches all data.
 */
export function whenConnected(): Promise<void> {
  if (state.get() !== 'idle' || hasTimedOut) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    // It stands, or its player has signed out.
    const stop = state.subscribe(done);
    const timer = setTimeout(() => {
      hasTimedOut = true;
      done();
    }, LIMITS.socket.firstConnectMs);
  });
}

function attachHandlers(socket: Connection, session: SocketSession, onRejected: () => void) {
  let connectedBefore = false;
  socket.onAny((name: string, payload: unknown) => {
    for (const handler of handlers.get(name) ?? []) handler(payload as never);
  });
  socket.on('connect', () => {
    state.set('open');
    socket.emit('register', session.userId);
    if (connectedBefore || hasTimedOut) void refetchAfterReconnect();
    connectedBefore = true;
    hasTimedOut = false;
  });
  // Neither comes back by itself: the server closed the socket, or refused it.
  const reconnect = () => {
    onRejected();
    setTimeout(() => !session.closed && !socket.connected && socket.connect(), LIMITS.socket.reconnectMaxMs);
  };
  socket.on('disconnect', (reason) => {
    if (session.closed) return;
    state.set('lost');
    if (reason === 'io server disconnect') reconnect();
  });
  socket.on('connect_error', () => socket.active || reconnect());
}

/**
 * Opens the socket of the signed-in player, registers their id, and asks again for what is on the screen whenever
 * the connection came back. `onRejected` is called when the server closes or refuses it: the session may have ended.
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

/** Closes the socket; nothing reopens it until `connectSocket`. */
export function disconnectSocket(): void {
  if (!current) return;
  hasTimedOut = false;
  state.set('idle');
  current.closed = true;
  void current.opening.then((socket) => socket.disconnect()).catch(() => undefined);
  current = null;
}

/** Sends an event and answers its acknowledgement; `ok: false` with code 'offline' when none came in 10 s. */
export async function emit<E extends ClientEventName>(name: E, payload: ClientPayload<E>): Promise<AckOf<E>> {
  const offlineAck: Ack<never> = { ok: false, code: 'offline', message: SHELL_TEXTS.socketNotReady };
  try {
    const socket = await current?.opening;
    if (!socket) return offlineAck as AckOf<E>;
    const send = socket.timeout(LIMITS.socket.timeoutMs).emitWithAck as (
      event: E,
      payload: ClientPayload<E>,
    ) => Promise<AckOf<E>>;
    return await send.call(socket, name, payload);
  } catch {
    return offlineAck as AckOf<E>;
  }
}
