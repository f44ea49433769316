import { FORUM_TEXTS } from '@rivalhold/shared/texts/forum.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isBlocked } from '../../entities/blocks/api.ts';
import { emit, onSocketOpen, socketState, useSocketEvent } from '../../lib/socket.ts';
import { announce } from '../../ui/live-region.tsx';
import {
  dropPost,
  dropThread,
  invalidateLists,
  invalidateThread,
  markThreadStale,
  showEdited,
  showPost,
} from './api.ts';

/**
 * Subscribe to the events of the open thread (`forum:watch`), and keep the cached thread up to date. After a reconnect,
 * subscribe again, and then load the posts that were missed.
 */
export function useThreadEvents(threadId: number, meId: number): void {
  const client = useQueryClient();
  useEffect(() => {
    let left = false;
    const watch = async () => {
      await emit('forum:watch', { threadId });
      if (!left) void invalidateThread(client, threadId);
    };
    const isOpen = socketState() === 'open';
    // The page is already loading its posts, so only subscribe. After a later connection, also load the posts again.
    if (isOpen) void emit('forum:watch', { threadId });
    const stop = onSocketOpen(() => void watch());
    return () => {
      left = true;
      stop();
      markThreadStale(client, threadId);
      if (socketState() === 'open') void emit('forum:watch', { threadId: null });
    };
  }, [client, threadId]);

  useSocketEvent('forum:post', (post) => {
    if (post.threadId !== threadId || isBlocked(client, post.userId)) return;
    showPost(client, post);
    if (post.userId !== meId) announce(FORUM_TEXTS.replied(post.author.username));
  });
  useSocketEvent('forum:edited', (post) => showEdited(client, post));
  useSocketEvent('forum:deleted', ({ id, threadId: of, deleted }) => {
    if (deleted === 'thread') dropThread(client, of);
    else dropPost(client, of, id);
  });
  useSocketEvent('forum:restored', ({ threadId: of }) => {
    void invalidateThread(client, of);
    void invalidateLists(client);
  });
}
