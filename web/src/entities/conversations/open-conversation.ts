let openUserId: number | null = null;

/** Record which conversation is visible. Returns a function that clears the record. */
export function openConversation(userId: number): () => void {
  openUserId = userId;
  return () => {
    if (openUserId === userId) openUserId = null;
  };
}

/** Report whether this tab is visible and shows the conversation with a player. */
export const isReading = (userId: number): boolean =>
  openUserId === userId && document.visibilityState === 'visible';
