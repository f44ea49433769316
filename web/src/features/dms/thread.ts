import type { DirectMessage } from '@rivalhold/shared/contract/dms.ts';

export type Partner = DirectMessage['Sender'];

/**
 * One conversation as this browser knows it. Answers and events carry the same messages, in no promised order;
 * whatever arrives is merged here by id, so that nothing is shown twice and what was deleted stays deleted.
 */
export type Thread = {
  /** Its newest page has been here; before that it only keeps what came meanwhile. */
  loaded: boolean;
  otherUser: Partner | null;
  /** Rising by `seq`, each once. */
  messages: readonly DirectMessage[];
  /** Where older ones go on; null at the beginning of the conversation. */
  olderCursor: string | null;
  /** Up to where the other has read. */
  readUpTo: number;
  canWrite: boolean;
  /** Everything up to here was cleared and does not come back. */
  clearedUpTo: number;
  /** Deleted messages that may still be on their way in an older answer. */
  deletedIds: ReadonlySet<number>;
  /** No deletion from before this time (of the server) is missing; null while nothing is known. */
  syncedAt: string | null;
};

type State = { otherUser: Partner; readUpTo: number; clearedUpTo: number; canWrite: boolean };
export type ThreadAction =
  /** The newest page; with it a conversation that is `renewed` begins anew, since what is known may be deleted. */
  | ({ type: 'page' | 'renewed'; items: readonly DirectMessage[]; nextCursor: string | null } & State)
  | { type: 'older'; items: readonly DirectMessage[]; nextCursor: string | null }
  /** What was missed; `syncedAt` is the latest time known when it was asked for. */
  | ({
      type: 'missed';
      items: readonly DirectMessage[];
      deletedIds: readonly number[];
      syncedAt: string | null;
    } & State)
  /** An event, the answer to a sent one, or its echo. */
  | { type: 'message'; message: DirectMessage }
  | { type: 'deleted'; id: number }
  | { type: 'read'; upTo: number }
  | { type: 'cleared'; upTo: number };

export const EMPTY_THREAD: Thread = {
  loaded: false,
  otherUser: null,
  messages: [],
  olderCursor: null,
  readUpTo: 0,
  canWrite: true,
  clearedUpTo: 0,
  deletedIds: new Set(),
  syncedAt: null,
};

/** `seq` of the newest message known, or of the last one cleared. */
export const lastSeq = (thread: Thread): number => thread.messages.at(-1)?.seq ?? thread.clearedUpTo;

/** The latest time of the server that the messages tell of. */
export function latestTime(thread: Thread): string | null {
  const times = thread.messages.map(({ createdAt }) => createdAt);
  return times.reduce<string | null>((latest, time) => (latest && latest >= time ? latest : time), null);
}

/** After which `seq` to ask for what is missing: before the first gap, else after the newest. */
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

/** Whether messages are missing between those that are known. */
export const hasGap = (thread: Thread): boolean => firstGapAfter(thread) < lastSeq(thread);

/** When it was deleted is shown nowhere; until the server says it, it is the time it was written. */
const withoutContent = (message: DirectMessage): DirectMessage =>
  message.deletedAt === null
    ? { ...message, text: '', attachments: [], deletedAt: message.createdAt }
    : message;

function mergeMessages(thread: Thread, incoming: readonly DirectMessage[]): readonly DirectMessage[] {
  const byId = new Map(thread.messages.map((message) => [message.id, message]));
  let changed = false;
  for (const message of incoming) {
    if (message.seq <= thread.clearedUpTo) continue;
    // An answer made before the deletion may come after it.
    const deleted = thread.deletedIds.has(message.id) || byId.get(message.id)?.deletedAt;
    byId.set(message.id, deleted ? withoutContent(message) : message);
    changed = true;
  }
  return changed ? [...byId.values()].sort((a, b) => a.seq - b.seq) : thread.messages;
}

function withDeleted(thread: Thread, ids: readonly number[]): Thread {
  if (ids.length === 0) return thread;
  const deletedIds = new Set([...thread.deletedIds, ...ids]);
  const messages = thread.messages.map((message) =>
    deletedIds.has(message.id) ? withoutContent(message) : message,
  );
  return { ...thread, deletedIds, messages };
}

function withCleared(thread: Thread, upTo: number): Thread {
  if (upTo <= thread.clearedUpTo) return thread;
  const messages = thread.messages.filter(({ seq }) => seq > upTo);
  // What is above the first that is left, if any, was cleared with the rest.
  const isWhole = messages.length < thread.messages.length || messages[0]?.seq === upTo + 1;
  return { ...thread, messages, clearedUpTo: upTo, olderCursor: isWhole ? null : thread.olderCursor };
}

const withState = (thread: Thread, { otherUser, readUpTo, clearedUpTo, canWrite }: State): Thread => ({
  ...withCleared(thread, clearedUpTo),
  loaded: true,
  otherUser,
  canWrite,
  readUpTo: Math.max(thread.readUpTo, readUpTo),
});

/** The conversation after something was heard of it. */
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
      // Only what came while the page was on its way is newer.
      const messages = thread.messages.filter(({ seq }) => seq > newest);
      const rest = { ...EMPTY_THREAD, deletedIds, readUpTo, clearedUpTo, messages };
      return threadReducer(rest, { ...action, type: 'page' });
    }
    case 'older':
      return { ...thread, messages: mergeMessages(thread, action.items), olderCursor: action.nextCursor };
    case 'missed': {
      const next = withDeleted(withState(thread, action), action.deletedIds);
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
        return { ...thread, messages: [...thread.messages, action.message] };
      }
      return { ...thread, messages: mergeMessages(thread, [action.message]) };
    }
    case 'deleted':
      return withDeleted(thread, [action.id]);
    case 'read':
      return action.upTo > thread.readUpTo ? { ...thread, readUpTo: action.upTo } : thread;
    case 'cleared':
      return withCleared(thread, action.upTo);
  }
}
