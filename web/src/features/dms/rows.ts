import type { DirectMessage } from '@rivalhold/shared/contract/dms.ts';
import { type Outbox, type Outgoing, unstoredMessages } from './outbox.ts';
import type { Thread } from './thread.ts';

/** A row of a conversation. `isGrouped` is true if the message belongs to the same group as the message above. */
export type Row =
  | { kind: 'day'; key: string; time: string }
  | { kind: 'message'; key: string; message: DirectMessage; mine: boolean; isGrouped: boolean; seen: boolean }
  | { kind: 'outgoing'; key: string; message: Outgoing; mine: true; isGrouped: boolean; seen: false };

/** Consecutive messages of one player within this time (ms) are grouped. */
const GROUP_WINDOW_MS = 5 * 60_000;

type Timed = { createdAt: string };
/**
 * Parsed times by message object, because parsing is slow for thousands of messages. The query cache keeps the same
 * object for a message, so its time is parsed only once.
 */
const timeCache = new WeakMap<Timed, { ms: number; day: string }>();
function parsedTime(timed: Timed) {
  const cached = timeCache.get(timed);
  if (cached) return cached;
  const date = new Date(timed.createdAt);
  const parsed = { ms: date.getTime(), day: date.toDateString() };
  timeCache.set(timed, parsed);
  return parsed;
}

/** Return the `seq` of the viewer's last message that the other player has read, or 0 if there is none. */
function lastSeen(thread: Thread, meId: number): number {
  const seen = thread.messages.findLast(
    ({ senderId, seq, deletedAt }) => senderId === meId && seq <= thread.readUpTo && deletedAt === null,
  );
  return seen?.seq ?? 0;
}

/**
 * Build the rows of a conversation: stored messages with a separator for each day, then unsent messages. A row keeps
 * its key when the message is stored. The first day has no separator while older messages are not loaded, because they
 * might be from the same day.
 */
export function buildThreadRows(thread: Thread, outbox: Outbox, meId: number, otherId: number): Row[] {
  const rows: Row[] = [];
  const seen = lastSeen(thread, meId);
  let previous: { senderId: number; ms: number; day: string } | null = null;
  const startRow = (key: string, senderId: number, timed: Timed): boolean => {
    const { ms, day } = parsedTime(timed);
    const isNewDay = previous ? previous.day !== day : thread.olderCursor === null;
    if (isNewDay) rows.push({ kind: 'day', key: `day-${key}`, time: timed.createdAt });
    const isGrouped =
      previous?.senderId === senderId && !isNewDay && Math.abs(ms - previous.ms) < GROUP_WINDOW_MS;
    previous = { senderId, ms, day };
    return isGrouped;
  };
  for (const message of thread.messages) {
    const mine = message.senderId === meId;
    const key = (mine && message.clientTempId) || `message-${message.id}`;
    const isGrouped = startRow(key, message.senderId, message);
    rows.push({ kind: 'message', key, message, mine, isGrouped, seen: message.seq === seen });
  }
  for (const message of unstoredMessages(outbox, otherId, thread.messages)) {
    const key = message.clientTempId;
    const isGrouped = startRow(key, meId, message);
    rows.push({ kind: 'outgoing', key, message, mine: true, isGrouped, seen: false });
  }
  return rows;
}

/** Report whether rows were only added at the top. In that case, the visible rows must keep their position. */
export function isPrepended(before: readonly Row[], now: readonly Row[]): boolean {
  const last = before.at(-1);
  return now.length > before.length && last !== undefined && last.key === now.at(-1)?.key;
}
