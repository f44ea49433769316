let openUserId: number | null = null;

/** Record the visible conversation. Returns a function to clear it. */
export function openConversation(userId: number): () => void {
  openUserId = userId;
  return () => {
    if (openUserId === userId) openUserId = null;
  };
}

/** Report whether this tab is visible and shows the conversation with a player. */
export const isReading = (userId: number): boolean =>
  openUserId === userId && document.visibilityState === 'visible';
