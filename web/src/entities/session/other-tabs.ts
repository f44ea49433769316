const CHANNEL = 'sign-out';

/** Notify the other tabs of this browser that the player has logged out or deleted the account. */
export function announceSignOut(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(null);
  channel.close();
}

/**
 * Call `listener` when the player logs out or deletes the account in another tab. Returns a function that removes the
 * listener.
 */
export function onSignedOutElsewhere(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = listener;
  return () => channel.close();
}
