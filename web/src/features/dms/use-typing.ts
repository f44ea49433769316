import { LIMITS } from '@rivalhold/shared/limits.ts';
import { useEffect, useMemo, useState } from 'react';
import { emit, socketState, useSocketEvent } from '../../lib/socket.ts';

/** Minimum interval (ms) between typing events. */
const MIN_INTERVAL_MS = 1_000;

/** Return whether the other player of the conversation is typing to the viewer. */
export function useIsOtherTyping(userId: number): boolean {
  const [until, setUntil] = useState(0);
  useSocketEvent('typing', ({ fromUserId }) => {
    if (fromUserId === userId) setUntil(Date.now() + LIMITS.dm.typingShownMs);
  });
  useSocketEvent('stop typing', ({ fromUserId }) => fromUserId === userId && setUntil(0));
  useSocketEvent('private message', ({ senderId }) => senderId === userId && setUntil(0));
  useEffect(() => {
    if (until === 0) return;
    const timer = setTimeout(() => setUntil(0), until - Date.now());
    return () => clearTimeout(timer);
  }, [until]);
  return until > 0;
}

/**
 * Create functions that notify the other player that the viewer is typing or has stopped. While offline, these events
 * are dropped, not sent later.
 */
function createTypingSignal(fromUserId: number, toUserId: number) {
  let idle: ReturnType<typeof setTimeout> | undefined;
  let last = 0;
  const emitTyping = (event: 'typing' | 'stop typing') =>
    socketState() === 'open' && void emit(event, { fromUserId, toUserId });
  const stop = () => {
    clearTimeout(idle);
    idle = undefined;
    if (last === 0) return;
    last = 0;
    emitTyping('stop typing');
  };
  const type = () => {
    clearTimeout(idle);
    idle = setTimeout(stop, LIMITS.dm.typingIdleMs);
    if (Date.now() - last < MIN_INTERVAL_MS) return;
    last = Date.now();
    emitTyping('typing');
  };
  return { type, stop };
}

/** Return the functions that signal typing in the open conversation. The signal stops on unmount. */
export function useTypingSignal(meId: number, userId: number) {
  const signal = useMemo(() => createTypingSignal(meId, userId), [meId, userId]);
  useEffect(() => signal.stop, [signal]);
  return signal;
}
