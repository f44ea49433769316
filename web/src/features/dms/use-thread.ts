import { type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { openConversation } from '../../entities/conversations/open-conversation.ts';
import { usePageVisible } from '../../lib/use-page-visible.ts';
import { conversationsQuery, loadOlder, markRead, threadQuery } from './api.ts';
import { conversationWith } from './conversations.ts';
import { useOutbox } from './delivery.ts';
import { showAsRead } from './realtime.ts';
import { buildThreadRows } from './rows.ts';
import { EMPTY_THREAD, lastSeq, type Thread } from './thread.ts';

/** Time (ms) after which the loading of a conversation counts as slow. */
const SLOW_AFTER_MS = 8_000;

/**
 * Return the conversation with a player and its rows. Until the conversation has loaded, `partner` comes from the
 * conversation list. `problem` is the reason why the conversation is not shown, or null; `retry` loads the conversation
 * again.
 */
export function useThread(userId: number, meId: number) {
  const client = useQueryClient();
  const query = useQuery(threadQuery(userId));
  const listedPartner = useInfiniteQuery({
    ...conversationsQuery,
    select: (list) => conversationWith(list, userId)?.otherUser,
  }).data;
  const outbox = useOutbox();
  const thread = query.data?.loaded ? query.data : null;
  useMarkRead(userId, thread);
  const rows = useMemo(
    () => buildThreadRows(thread ?? EMPTY_THREAD, outbox, meId, userId),
    [thread, outbox, meId, userId],
  );
  const [attempt, setAttempt] = useState(0);
  const isSlow = useIsSlow(thread === null, attempt);
  const { error, fetchStatus } = query;
  const problem = thread ? null : threadProblem(error, fetchStatus === 'paused', isSlow);
  const retry = async () => {
    setAttempt(attempt + 1);
    // Cancel a hanging request, because refetch() would wait for it.
    await client.cancelQueries({ queryKey: threadQuery(userId).queryKey });
    await query.refetch();
  };
  return { thread, partner: thread?.otherUser ?? listedPartner ?? null, rows, problem, retry };
}

export type ThreadProblem = 'offline' | 'missing' | 'failed' | 'slow';

/** Return why a conversation is not shown, or null if there is no problem. */
function threadProblem(error: unknown, paused: boolean, isSlow: boolean): ThreadProblem | null {
  if (error instanceof Response) return error.status === 404 ? 'missing' : 'failed';
  if (paused || (error && !navigator.onLine)) return 'offline';
  return error ? 'failed' : isSlow ? 'slow' : null;
}

/** Report whether loading is slow. A new `attempt` resets the result. */
function useIsSlow(waiting: boolean, attempt: number): boolean {
  const [slowAttempt, setSlowAttempt] = useState<number | null>(null);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setSlowAttempt(attempt), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [waiting, attempt]);
  return waiting && slowAttempt === attempt;
}

/** Load older pages until the message with the number `seq` is loaded. */
export async function loadBackTo(client: QueryClient, userId: number, seq: number): Promise<void> {
  for (;;) {
    const thread = client.getQueryData<Thread>(threadQuery(userId).queryKey);
    const first = thread?.messages[0];
    if (!thread?.olderCursor || !first || first.seq <= seq) return;
    await loadOlder(client, userId, thread.olderCursor);
  }
}

/** Return the loading state of older pages, and `load`, which is safe to call on every scroll event. */
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

/** While the tab is visible, mark the conversation as read when it loads and when a message arrives. */
function useMarkRead(userId: number, thread: Thread | null): void {
  const client = useQueryClient();
  const visible = usePageVisible();
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
    // If the request fails, the next message or a return to the tab sends another request.
    read()
      .catch(() => undefined)
      .finally(() => {
        busy.current = false;
      });
  }, [loaded, visible, newest, userId, client]);
}
