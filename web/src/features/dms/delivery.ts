import type { GifChoice } from '@rivalhold/shared/contract/attachments.ts';
import type { DirectMessage } from '@rivalhold/shared/contract/dms.ts';
import { newIdempotencyKey } from '../../lib/api.ts';
import { clearOtherPlayers, readPlayerValue, writePlayerValue } from '../../lib/player-storage.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { sharedValue, useShared } from '../../lib/shared-value.ts';
import { emit, onSocketOpen, socketState } from '../../lib/socket.ts';
import { reportUnauthenticated } from '../../lib/unauthenticated.ts';
import {
  nextToSend,
  type Outbox,
  type OutboxAction,
  type Outgoing,
  outboxReducer,
  parseOutbox,
} from './outbox.ts';

/** Delay (ms) before a message is sent again after a transient error. */
const RETRY_DELAY_MS = 2_000;
/** Maximum number of retries after transient errors. There is no limit while the connection is down. */
const MAX_TRIES = 8;
/** Transient errors; 'offline' means that no response arrived. */
const TRANSIENT_CODES = new Set(['offline', 'tooOften', 'unavailable', 'inProgress']);

/** Storage key of the outbox. */
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
    ...(message.replyTo && { replyToId: message.replyTo.id }),
    clientTempId,
  });
  // If another player has signed in, ignore the response. Unacknowledged messages stay stored for their owner.
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

/**
 * Show the player's own message as stored before removing it from the outbox, so that the message never disappears in
 * between.
 */
export function markStored(message: DirectMessage): void {
  onStored(message);
  if (message.clientTempId !== null) dispatch({ type: 'drop', clientTempId: message.clientTempId });
}

/**
 * Start delivering a player's messages, including those from before a reload, whenever the socket is open. Calls
 * `onMessageStored` for each message the server has stored. Returns a function that stops the delivery.
 */
export function startDelivery(userId: number, onMessageStored: (message: DirectMessage) => void): () => void {
  clearOtherPlayers(userId);
  ownerId = userId;
  onStored = onMessageStored;
  // Messages from before a reload come first, then messages that were queued before this call.
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

/**
 * Queue a message, to be sent now or when the socket is open again. The server stores the message only once, even after
 * retries.
 */
export function enqueueMessage(
  message: Pick<Outgoing, 'receiverId' | 'text' | 'attachments' | 'replyTo'> & { gif?: GifChoice },
): void {
  const fresh = {
    clientTempId: newIdempotencyKey(),
    createdAt: new Date(serverNow()).toISOString(),
    tries: 0,
  };
  const { gif = null, ...rest } = message;
  dispatch({ type: 'add', message: { ...rest, ...fresh, gif, state: 'waiting', reason: null } });
  // After the session has ended, there is no socket to deliver the message, so report that no player is signed in.
  if (socketState() === 'idle') reportUnauthenticated();
  deliver();
}

/** Retry a rejected message under the same id. */
export function resend(clientTempId: string): void {
  dispatch({ type: 'retry', clientTempId });
  deliver();
}

/** Discard an unsent message. */
export const discard = (clientTempId: string): void => dispatch({ type: 'drop', clientTempId });

/** Return all unsent messages, regardless of their recipient. */
export const useOutbox = (): Outbox => useShared(outbox);
