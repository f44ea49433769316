let openUserId: number | null = null;

/** Says which conversation is on the screen. Returns how to say that it no longer is. */
export function openConversation(userId: number): () => void {
  openUserId = userId;
  return () => {
    if (openUserId === userId) openUserId = null;
  };
}

/** Whether a player's messages are being read right now: open, in a tab that is looked at. */
export const isReading = (userId: number): boolean =>
  openUserId === userId && document.visibilityState === 'visible';
