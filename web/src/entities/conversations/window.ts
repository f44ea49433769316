import { sharedValue, useShared } from '../../lib/shared-value.ts';

/** The window 'Direct messages': with the conversation it shows, or none chosen yet. */
type Shown = { userId: number | null };

const shown = sharedValue<Shown | null>(null);

/** The window's code. */
export const loadMessages = () => import('../../features/dms/components/messages-window.tsx');

/** Fetches it as soon as somebody is about to open the window. */
export const prepareMessages = (): void => void loadMessages().catch(() => undefined);

/** Opens the window, on a conversation if one is named, or moves the open one there. */
export const showMessages = (userId: number | null): void => shown.set({ userId });

/** Closes the window. */
export const closeMessages = (): void => shown.set(null);

/** What the window shows; null while it is closed. */
export const useMessagesWindow = () => useShared(shown);

/** Whether messages are a page here rather than a window over the page: on a phone, and where that page is open. */
export const messagesArePage = (): boolean =>
  matchMedia('(max-width: 768px)').matches || /^\/dm(\/|$)/.test(location.pathname);
