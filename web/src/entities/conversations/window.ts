import { BREAKPOINTS } from '../../lib/breakpoints.ts';
import { dialogState } from '../../lib/dialog-state.ts';

/** The selected conversation in the messages window: the id of its other player, or null if none is selected. */
type OpenConversation = { userId: number | null };

const messages = dialogState<OpenConversation>();

/** Open the messages window with a conversation, or with none (null). An open window switches to the conversation. */
export const showMessages = (userId: number | null): void => messages.show({ userId });

/** Close the messages window. */
export const closeMessages = (): void => messages.show(null);

export const preloadMessages = messages.preload;
export const onPreloadMessages = messages.onPreload;
export const useMessagesWindow = messages.useShown;

/** Return whether messages open as a page instead of a window: on narrow screens, and on the messages page. */
export const messagesArePage = (): boolean =>
  matchMedia(BREAKPOINTS.narrow).matches || /^\/dm(\/|$)/.test(location.pathname);
