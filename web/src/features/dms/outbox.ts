import type { Attachment, GifChoice } from '@rivalhold/shared/contract/attachments.ts';
import type { DirectMessage, MessageQuote } from '@rivalhold/shared/contract/dms.ts';

/** A message that the server has not acknowledged yet. Every retry uses the same `clientTempId`. */
export type Outgoing = {
  clientTempId: string;
  receiverId: number;
  text: string;
  attachments: Attachment[];
  gif: GifChoice | null;
  /** The message that this one replies to. */
  replyTo: MessageQuote | null;
  createdAt: string;
  /** 'waiting' for earlier messages or the connection, 'sending', or 'failed' until the player retries. */
  state: 'waiting' | 'sending' | 'failed';
  /** Error text for the player. */
  reason: string | null;
  /** Number of tries since the player sent the message or last retried it. */
  tries: number;
};
export type Outbox = readonly Outgoing[];

export type OutboxAction =
  | { type: 'add'; message: Outgoing }
  | { type: 'sending' | 'waiting' | 'retry' | 'drop'; clientTempId: string }
  | { type: 'failed'; clientTempId: string; reason: string | null };

/** Return the outbox after an action. */
export function outboxReducer(outbox: Outbox, action: OutboxAction): Outbox {
  if (action.type === 'add') {
    const known = outbox.some(({ clientTempId }) => clientTempId === action.message.clientTempId);
    return known ? outbox : [...outbox, action.message];
  }
  if (!outbox.some(({ clientTempId }) => clientTempId === action.clientTempId)) return outbox;
  if (action.type === 'drop')
    return outbox.filter(({ clientTempId }) => clientTempId !== action.clientTempId);
  return outbox.map((message) =>
    message.clientTempId === action.clientTempId ? applyAction(message, action) : message,
  );
}

function applyAction(message: Outgoing, action: Exclude<OutboxAction, { type: 'add' }>): Outgoing {
  switch (action.type) {
    case 'sending':
      return { ...message, state: 'sending', tries: message.tries + 1 };
    case 'waiting':
      return { ...message, state: 'waiting' };
    case 'retry':
      return { ...message, state: 'waiting', reason: null, tries: 0 };
    case 'failed':
      return { ...message, state: 'failed', reason: action.reason };
    case 'drop':
      return message;
  }
}

/**
 * Return the messages to send now: for each conversation, the first waiting message, unless another message of
 * the conversation is being sent.
 */
export function nextToSend(outbox: Outbox): Outgoing[] {
  const busy = new Set(outbox.flatMap(({ state, receiverId }) => (state === 'sending' ? [receiverId] : [])));
  return outbox.filter((message) => {
    if (message.state !== 'waiting' || busy.has(message.receiverId)) return false;
    busy.add(message.receiverId);
    return true;
  });
}

/** Return the unsent messages addressed to a player, excluding those that are already stored. */
export function unstoredMessages(
  outbox: Outbox,
  receiverId: number,
  stored: readonly DirectMessage[],
): Outbox {
  const mine = outbox.filter((message) => message.receiverId === receiverId);
  if (mine.length === 0) return mine;
  const ids = new Set(stored.map(({ clientTempId }) => clientTempId));
  return mine.filter(({ clientTempId }) => !ids.has(clientTempId));
}

/** Parse an outbox that was stored before a reload. Messages that were being sent are retried. Never throws. */
export function parseOutbox(stored: string | null): Outbox {
  try {
    const value: unknown = JSON.parse(stored ?? '[]');
    if (!Array.isArray(value)) return [];
    return value
      .filter(isOutgoing)
      .map((message) => (message.state === 'sending' ? { ...message, state: 'waiting' } : message));
  } catch {
    return [];
  }
}

const isOutgoing = (value: unknown): value is Outgoing =>
  typeof value === 'object' &&
  value !== null &&
  'clientTempId' in value &&
  typeof value.clientTempId === 'string' &&
  'receiverId' in value &&
  Number.isInteger(value.receiverId) &&
  'text' in value &&
  typeof value.text === 'string' &&
  'attachments' in value &&
  Array.isArray(value.attachments) &&
  'createdAt' in value &&
  typeof value.createdAt === 'string' &&
  'state' in value;
