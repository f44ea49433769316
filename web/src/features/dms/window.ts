import { useSyncExternalStore } from 'react';

/** The window 'Direct messages': with the conversation it shows, or none chosen yet. */
type Shown = { userId: number | null };

let shown: Shown | null = null;
const listeners = new Set<() => void>();

/** The window's code; asked for as soon as somebody is about to open it. */
export const loadMessages = () => import('./components/messages-window.tsx');

/** Opens the window, on a conversation if one is named, or moves the open one there. */
export function showMessages(userId: number | null): void {
  shown = { userId };
  for (const listener of listeners) listener();
}

/** Closes the window. */
export function closeMessages(): void {
  shown = null;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** What the window shows; null while it is closed. */
export const useMessagesWindow = () => useSyncExternalStore(subscribe, () => shown);

/** Whether messages are a page here rather than a window over the page: on a phone, and where that page is open. */
export const messagesArePage = (): boolean =>
  matchMedia('(max-width: 768px)').matches || /^\/dm(\/|$)/.test(location.pathname);
