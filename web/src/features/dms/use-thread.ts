import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { openConversation } from '../../entities/conversations/open-conversation.ts';
import { conversationsQuery, loadOlder, markRead, threadQuery } from './api.ts';
import { conversationWith } from './conversations.ts';
import { useOutbox } from './delivery.ts';
import { showAsRead } from './realtime.ts';
import { rowsOf } from './rows.ts';
import { EMPTY_THREAD, lastSeq, type Thread } from './thread.ts';

/** So long (ms) one waits for a conversation before that is said. */
const PATIENCE_MS = 8_000;

/**
 * The conversation with a player as rows, and what to do about it. `partner` is known from the list before it is
 * loaded; `trouble` is why it is not there, null while there is nothing to say.
 */
export function useThread(userId: number, meId: number) {
  const client = useQueryClient();
  const query = useQuery(threadQuery(userId));
  const listed = useInfiniteQuery({
    ...conversationsQuery,
    select: (list) => conversationWith(list, userId)?.otherUser,
  }).data;
  const outbox = useOutbox();
  const thread = query.data?.loaded ? query.data : null;
  useMarkRead(userId, thread);
  const rows = useMemo(
    () => rowsOf(thread ?? EMPTY_THREAD, outbox, meId, userId),
    [thread, outbox, meId, userId],
  );
  const [asked, setAsked] = useState(0);
  const isSlow = useIsLate(thread === null, asked);
  const { error, fetchStatus } = query;
  const trouble = thread ? null : troubleOf(error, fetchStatus === 'paused', isSlow);
  const retry = async () => {
    setAsked(asked + 1);
    // A call that hangs would only be waited for again.
    await client.cancelQueries({ queryKey: threadQuery(userId).queryKey });
    await query.refetch();
  };
  return { thread, partner: thread?.otherUser ?? listed ?? null, rows, trouble, retry };
}

export type Trouble = 'offline' | 'missing' | 'failed' | 'slow';

/** Why a conversation is not there. */
function troubleOf(error: unknown, paused: boolean, isSlow: boolean): Trouble | null {
  if (error instanceof Response) return error.status === 404 ? 'missing' : 'failed';
  if (paused || (error && !navigator.onLine)) return 'offline';
  return error ? 'failed' : isSlow ? 'slow' : null;
}

/** Whether it has been waited for long; each change of `asked` begins anew. */
function useIsLate(waiting: boolean, asked: number): boolean {
  const [late, setLate] = useState<number | null>(null);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setLate(asked), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [waiting, asked]);
  return waiting && late === asked;
}

/** The pages above what is shown: `load` is safe to call at every turn of the wheel. */
export function useOlder(userId: number, cursor: string | null) {
  const client = useQueryClient();
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const loading = useRef(false);
  const load = () => {
    if (cursor === null || loading.current) return;
    loading.current = true;
    setState('loading');
    loadOlder(client, userId, cursor)
      .then(
        () => setState('idle'),
        () => setState('failed'),
      )
      .finally(() => {
        loading.current = false;
      });
  };
  return { state, load };
}

function subscribeToSight(listener: () => void) {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** Marks the conversation as read once it is there, and again with what comes while it is looked at. */
function useMarkRead(userId: number, thread: Thread | null): void {
  const client = useQueryClient();
  const visible = useSyncExternalStore(subscribeToSight, () => document.visibilityState === 'visible');
  const newest = thread?.messages.findLast(({ senderId }) => senderId === userId)?.seq ?? 0;
  const loaded = thread !== null && lastSeq(thread) > 0;
  const wanted = useRef(0);
  const done = useRef(-1);
  const busy = useRef(false);

  useEffect(() => openConversation(userId), [userId]);
  useEffect(() => {
    if (!loaded || !visible) return;
    wanted.current = newest;
    const read = async () => {
      while (done.current < wanted.current) {
        const upTo = wanted.current;
        showAsRead(client, userId, await markRead(userId));
        done.current = upTo;
      }
    };
    if (busy.current) return;
    busy.current = true;
    // What could not be marked is with the next message, or when one looks again.
    read()
      .catch(() => undefined)
      .finally(() => {
        busy.current = false;
      });
  }, [loaded, visible, newest, userId, client]);
}
