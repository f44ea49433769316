import type { DirectMessage } from '@rivalhold/shared/contract/dms.ts';
import { notStored, type Outbox, type Outgoing } from './outbox.ts';
import type { Thread } from './thread.ts';

/** What stands below each other in a conversation. `joined`: it belongs to the one above it. */
export type Row =
  | { kind: 'day'; key: string; time: string }
  | { kind: 'message'; key: string; message: DirectMessage; mine: boolean; joined: boolean; seen: boolean }
  | { kind: 'outgoing'; key: string; outgoing: Outgoing; joined: boolean };

/** Messages of one player within this time stand together. */
const TOGETHER_MS = 5 * 60_000;

type Timed = { createdAt: string };
/** Reading a time takes long where there are thousands; what is shown of a conversation keeps its objects. */
const moments = new WeakMap<Timed, { ms: number; day: string }>();
function momentOf(of: Timed) {
  const known = moments.get(of);
  if (known) return known;
  const date = new Date(of.createdAt);
  const moment = { ms: date.getTime(), day: date.toDateString() };
  moments.set(of, moment);
  return moment;
}

/** `seq` of the last message of mine that the other has read; 0 for none. */
function lastSeen(thread: Thread, meId: number): number {
  const seen = thread.messages.findLast(
    ({ senderId, seq, deletedAt }) => senderId === meId && seq <= thread.readUpTo && deletedAt === null,
  );
  return seen?.seq ?? 0;
}

/**
 * The rows of a conversation: stored messages with a separator for each day, then what is still to be sent. A row keeps
 * its key when the sent message takes its place. While there are older messages the first day is not named yet, since
 * it may go on above.
 */
export function rowsOf(thread: Thread, outbox: Outbox, meId: number, otherId: number): Row[] {
  const rows: Row[] = [];
  const seen = lastSeen(thread, meId);
  let before: { senderId: number; ms: number; day: string } | null = null;
  const begin = (key: string, senderId: number, of: Timed): boolean => {
    const { ms, day } = momentOf(of);
    const isNewDay = before ? before.day !== day : thread.olderCursor === null;
    if (isNewDay) rows.push({ kind: 'day', key: `day-${key}`, time: of.createdAt });
    const joined = before?.senderId === senderId && !isNewDay && Math.abs(ms - before.ms) < TOGETHER_MS;
    before = { senderId, ms, day };
    return joined;
  };
  for (const message of thread.messages) {
    const mine = message.senderId === meId;
    const key = (mine && message.clientTempId) || `message-${message.id}`;
    const joined = begin(key, message.senderId, message);
    rows.push({ kind: 'message', key, message, mine, joined, seen: message.seq === seen });
  }
  for (const outgoing of notStored(outbox, otherId, thread.messages)) {
    const joined = begin(outgoing.clientTempId, meId, outgoing);
    rows.push({ kind: 'outgoing', key: outgoing.clientTempId, outgoing, joined });
  }
  return rows;
}

/** Whether rows were only added above: the end of both is the same. The place one reads then has to be kept. */
export function grewUpward(before: readonly Row[], now: readonly Row[]): boolean {
  const last = before.at(-1);
  return now.length > before.length && last !== undefined && last.key === now.at(-1)?.key;
}
