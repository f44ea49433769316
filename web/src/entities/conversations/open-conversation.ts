let openWith: number | null = null;

/** Says which conversation is on the screen. Returns how to say that it no longer is. */
export function openConversation(userId: number): () => void {
  openWith = userId;
  return () => {
    if (openWith === userId) openWith = null;
  };
}

/** Whether a player's messages are being read right now: open, in a tab that is looked at. */
export const isReading = (userId: number): boolean =>
  openWith === userId && document.visibilityState === 'visible';
