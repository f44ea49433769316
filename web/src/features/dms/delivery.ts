import type { GifChoice } from '@rivalhold/shared/contract/attachments.ts';
import type { DirectMessage } from '@rivalhold/shared/contract/dms.ts';
import { newIdempotencyKey } from '../../lib/api.ts';
import { clearOtherPlayers, readPlayerValue, writePlayerValue } from '../../lib/player-storage.ts';
import { sharedValue, useShared } from '../../lib/shared-value.ts';
import { emit, onSocketOpen, socketState } from '../../lib/socket.ts';
import {
  nextToSend,
  type Outbox,
  type OutboxAction,
  type Outgoing,
  outboxReducer,
  parseOutbox,
} from './outbox.ts';

/** How long to wait (ms) before what the server had no room or answer for is tried again, and how often it is. */
const RETRY_DELAY_MS = 2_000;
const MAX_TRIES = 8;
/** Refusals that pass by themselves; 'offline' is an answer that never came. */
const TRANSIENT_CODES = new Set(['offline', 'tooOften', 'unavailable', 'inProgress']);

/** The name under which it is kept. */
const OUTBOX_KEY = 'outbox';
const outbox = sharedValue<Outbox>([]);
let ownerId: number | null = null;
let onStored: (message: DirectMessage) => void = () => undefined;

function dispatch(action: OutboxAction): void {
  const next = outboxReducer(outbox.get(), action);
  if (ownerId !== null)
    writePlayerValue(ownerId, OUTBOX_KEY, next.length === 0 ? null : JSON.stringify(next));
  outbox.set(next);
}

async function send(message: Outgoing, senderId: number): Promise<void> {
  const { clientTempId, receiverId, text, gif } = message;
  dispatch({ type: 'sending', clientTempId });
  const response = await emit('private message', {
    senderId,
    receiverId,
    text,
    attachmentIds: message.attachments.map(({ id }) => id),
    giphy: gif,
    clientTempId,
  });
  // Somebody else has signed in meanwhile; what was not answered waits for its owner.
  if (ownerId !== senderId) return;
  if (response.ok) {
    markStored(response.message as DirectMessage);
  } else if (TRANSIENT_CODES.has(response.code) && (socketState() !== 'open' || message.tries < MAX_TRIES)) {
    dispatch({ type: 'waiting', clientTempId });
    setTimeout(deliver, RETRY_DELAY_MS);
    return;
  } else {
    dispatch({
      type: 'failed',
      clientTempId,
      reason: TRANSIENT_CODES.has(response.code) ? null : response.message,
    });
  }
  deliver();
}

function deliver(): void {
  if (ownerId === null || socketState() !== 'open') return;
  for (const message of nextToSend(outbox.get())) void send(message, ownerId);
}

/** A message of one's own is stored: it is shown as such before it is no longer shown as waiting. */
export function markStored(message: DirectMessage): void {
  onStored(message);
  if (message.clientTempId !== null) dispatch({ type: 'drop', clientTempId: message.clientTempId });
}

/**
 * Begins to deliver what a player writes, and what waited from before a reload, whenever the socket stands.
 * `onMessageStored` is told of each message once the server has it. Returns how to stop.
 */
export function startDelivery(userId: number, onMessageStored: (message: DirectMessage) => void): () => void {
  clearOtherPlayers(userId);
  ownerId = userId;
  onStored = onMessageStored;
  // What was written before this stood comes after what was kept.
  const unsent = outbox.get();
  outbox.set(parseOutbox(readPlayerValue(userId, OUTBOX_KEY)));
  for (const message of unsent) dispatch({ type: 'add', message });
  const stop = onSocketOpen(deliver);
  deliver();
  return () => {
    stop();
    ownerId = null;
    outbox.set([]);
  };
}

/** Has a message sent once, now or when the socket is back. */
export function enqueueMessage(
  message: Pick<Outgoing, 'receiverId' | 'text' | 'attachments'> & { gif?: GifChoice },
): void {
  const fresh = { clientTempId: newIdempotencyKey(), createdAt: new Date().toISOString(), tries: 0 };
  const { gif = null, ...rest } = message;
  dispatch({ type: 'add', message: { ...rest, ...fresh, gif, state: 'waiting', reason: null } });
  deliver();
}

/** Tries a refused message again, as the same message. */
export function resend(clientTempId: string): void {
  dispatch({ type: 'retry', clientTempId });
  deliver();
}

/** Forgets a message that was not sent. */
export const discard = (clientTempId: string): void => dispatch({ type: 'drop', clientTempId });

/** What waits to be sent, to whomever. */
export const useOutbox = (): Outbox => useShared(outbox);
