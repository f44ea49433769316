let openUserId: number | null = null;

/** Record the visible conversation. Returns a function to clear it. */
export function openConversation(userId: number): () => void {
  openUserId = userId;
  return () => {
    if (openUserId === userId) openUserId = null;
  };
}

/** Report whether the conversation with a player is open in a visible tab. */
export const isReading = (userId: number): boolean =>
  openUserId === userId && document.visibilityState === 'visible';
