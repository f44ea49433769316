import type { DirectMessage, MessageReaction } from '@rivalhold/shared/contract/dms.ts';
import type { MessageRefusal } from '@rivalhold/shared/contract/safety.ts';

export type Partner = DirectMessage['Sender'];

/**
 * A conversation as known to this browser. Responses and events contain the same messages, in no guaranteed order. The
 * reducer merges them by id, so that no message is shown twice. It remembers deleted messages, so that an older
 * response does not restore their content.
 */
export type Thread = {
  /** True if the newest page has loaded. Before that, the conversation contains only live messages. */
  loaded: boolean;
  otherUser: Partner | null;
  /** The messages, ascending by `seq`, without duplicates. */
  messages: readonly DirectMessage[];
  /** Cursor of the next older page; null if there is none. */
  olderCursor: string | null;
  /** `seq` of the last message that the other player has read. */
  readUpTo: number;
  canWrite: boolean;
  /** Why safety settings reject messages to the other player; null if they do not. */
  refusal: MessageRefusal | null;
  /** True if the conversation is a message request to the viewer. */
  request: boolean;
  /** `seq` of the last cleared message. Messages up to this one are never shown again. */
  clearedUpTo: number;
  /** Ids of deleted messages, which an older response that arrives later can still contain. */
  deletedIds: ReadonlySet<number>;
  /** Server time until which all deletions are known; null before the first load. */
  syncedAt: string | null;
};

type State = {
  otherUser: Partner;
  readUpTo: number;
  clearedUpTo: number;
  canWrite: boolean;
  refusal?: MessageRefusal | null;
  request: boolean;
};
export type ThreadAction =
  /** The newest page; 'renewed' discards the known messages, because some might have been deleted. */
  | ({ type: 'page' | 'renewed'; items: readonly DirectMessage[]; nextCursor: string | null } & State)
  | { type: 'older'; items: readonly DirectMessage[]; nextCursor: string | null }
  /** Missed messages, deletions and reactions. All deletions until `syncedAt` are then known. */
  | ({
      type: 'missed';
      items: readonly DirectMessage[];
      deletedIds: readonly number[];
      reacted: readonly { id: number; reactions: MessageReaction[] }[];
      syncedAt: string | null;
    } & State)
  /** A message from an event or from the server's acknowledgement. */
  | { type: 'message'; message: DirectMessage }
  | { type: 'deleted'; id: number }
  /** A change of a message's reactions. */
  | { type: 'reacted'; id: number; change: (reactions: readonly MessageReaction[]) => MessageReaction[] }
  | { type: 'read'; upTo: number }
  | { type: 'cleared'; upTo: number }
  /** The viewer has accepted a message request or replied to it. */
  | { type: 'accepted' };

export const EMPTY_THREAD: Thread = {
  loaded: false,
  otherUser: null,
  messages: [],
  olderCursor: null,
  readUpTo: 0,
  canWrite: true,
  refusal: null,
  request: false,
  clearedUpTo: 0,
  deletedIds: new Set(),
  syncedAt: null,
};

/** Return the `seq` of the newest known message. If there is none, return the `seq` of the last cleared message. */
export const lastSeq = (thread: Thread): number => thread.messages.at(-1)?.seq ?? thread.clearedUpTo;

/** Return the latest server time among the messages, or null if there are no messages. */
export function latestTime(thread: Thread): string | null {
  const times = thread.messages.map(({ createdAt }) => createdAt);
  return times.reduce<string | null>((latest, time) => (latest && latest >= time ? latest : time), null);
}

/**
 * Return the `seq` after which to load missing messages. If the first messages are missing, this is the `seq` of the
 * last cleared message. Otherwise, it is the `seq` of the message before the first gap, or of the newest message if
 * there is no gap.
 */
export function firstGapAfter(thread: Thread): number {
  const first = thread.messages[0];
  if (thread.loaded && thread.olderCursor === null && first && first.seq > thread.clearedUpTo + 1)
    return thread.clearedUpTo;
  const before = thread.messages.find(({ seq }, at) => {
    const next = thread.messages[at + 1];
    return next !== undefined && next.seq > seq + 1;
  });
  return before?.seq ?? lastSeq(thread);
}

/** Report whether any messages before the newest known message are missing. */
export const hasGap = (thread: Thread): boolean => firstGapAfter(thread) < lastSeq(thread);

/**
 * Remove a message's content and mark the message as deleted. The deletion time is not known yet, so set `deletedAt` to
 * the creation time. Players never see `deletedAt`.
 */
const withoutContent = (message: DirectMessage): DirectMessage =>
  message.deletedAt === null
    ? { ...message, text: '', attachments: [], reactions: [], deletedAt: message.createdAt }
    : message;

/** Empty a message's quote if the quoted message is deleted or cleared. */
function withoutUnavailableQuotes(
  { deletedIds, clearedUpTo }: Thread,
  message: DirectMessage,
): DirectMessage {
  const { replyTo } = message;
  if (!replyTo || replyTo.isUnavailable || !(deletedIds.has(replyTo.id) || replyTo.seq <= clearedUpTo))
    return message;
  return { ...message, replyTo: { ...replyTo, text: '', attachmentKind: null, isUnavailable: true } };
}

function mergeMessages(thread: Thread, incoming: readonly DirectMessage[]): readonly DirectMessage[] {
  const byId = new Map(thread.messages.map((message) => [message.id, message]));
  let changed = false;
  for (const message of incoming) {
    if (message.seq <= thread.clearedUpTo) continue;
    // A response from before a deletion can arrive after it, so remove the content of a deleted message again.
    const deleted = thread.deletedIds.has(message.id) || byId.get(message.id)?.deletedAt;
    byId.set(message.id, withoutUnavailableQuotes(thread, deleted ? withoutContent(message) : message));
    changed = true;
  }
  return changed ? [...byId.values()].sort((a, b) => a.seq - b.seq) : thread.messages;
}

function withDeleted(thread: Thread, ids: readonly number[]): Thread {
  if (ids.length === 0) return thread;
  const deletedIds = new Set([...thread.deletedIds, ...ids]);
  const messages = thread.messages.map((message) =>
    withoutUnavailableQuotes(
      { ...thread, deletedIds },
      deletedIds.has(message.id) ? withoutContent(message) : message,
    ),
  );
  return { ...thread, deletedIds, messages };
}

function withCleared(thread: Thread, upTo: number): Thread {
  if (upTo <= thread.clearedUpTo) return thread;
  const messages = thread.messages
    .filter(({ seq }) => seq > upTo)
    .map((message) => withoutUnavailableQuotes({ ...thread, clearedUpTo: upTo }, message));
  // If the cleared messages include a loaded message, or end right before the first loaded message, all older pages are
  // cleared, too.
  const isWhole = messages.length < thread.messages.length || messages[0]?.seq === upTo + 1;
  return { ...thread, messages, clearedUpTo: upTo, olderCursor: isWhole ? null : thread.olderCursor };
}

const withState = (
  thread: Thread,
  { otherUser, readUpTo, clearedUpTo, canWrite, refusal = null, request }: State,
): Thread => ({
  ...withCleared(thread, clearedUpTo),
  loaded: true,
  otherUser,
  canWrite,
  refusal,
  request,
  readUpTo: Math.max(thread.readUpTo, readUpTo),
});

/** Return the conversation after an action. */
export function threadReducer(thread: Thread, action: ThreadAction): Thread {
  switch (action.type) {
    case 'page': {
      const now = withState(thread, action);
      const olderCursor = thread.loaded ? now.olderCursor : action.nextCursor;
      const next = { ...now, messages: mergeMessages(now, action.items), olderCursor };
      return { ...next, syncedAt: thread.syncedAt ?? latestTime(next) };
    }
    case 'renewed': {
      const { deletedIds, readUpTo, clearedUpTo } = thread;
      const newest = action.items.at(-1)?.seq ?? 0;
      // Keep only messages that are newer than the page, because they arrived while the page was loading.
      const messages = thread.messages.filter(({ seq }) => seq > newest);
      const rest = { ...EMPTY_THREAD, deletedIds, readUpTo, clearedUpTo, messages };
      return threadReducer(rest, { ...action, type: 'page' });
    }
    case 'older':
      return { ...thread, messages: mergeMessages(thread, action.items), olderCursor: action.nextCursor };
    case 'missed': {
      const reactions = new Map(action.reacted.map((message) => [message.id, message.reactions]));
      const known = withDeleted(withState(thread, action), action.deletedIds);
      const next = {
        ...known,
        messages: known.messages.map((message) => {
          const current = reactions.get(message.id);
          return current ? { ...message, reactions: current } : message;
        }),
      };
      return {
        ...next,
        messages: mergeMessages(next, action.items),
        syncedAt: action.syncedAt ?? thread.syncedAt,
      };
    }
    case 'message': {
      const last = thread.messages.at(-1);
      const isNext = last !== undefined && action.message.seq > last.seq;
      if (isNext && !thread.deletedIds.has(action.message.id)) {
        return {
          ...thread,
          messages: [...thread.messages, withoutUnavailableQuotes(thread, action.message)],
        };
      }
      return { ...thread, messages: mergeMessages(thread, [action.message]) };
    }
    case 'deleted':
      return withDeleted(thread, [action.id]);
    case 'reacted':
      return {
        ...thread,
        messages: thread.messages.map((message) =>
          message.id === action.id ? { ...message, reactions: action.change(message.reactions) } : message,
        ),
      };
    case 'read':
      return action.upTo > thread.readUpTo ? { ...thread, readUpTo: action.upTo } : thread;
    case 'cleared':
      return withCleared(thread, action.upTo);
    case 'accepted':
      return { ...thread, request: false };
  }
}
