/** Texts about blocking another player. */
export const BLOCK_TEXTS = {
  block: 'Block',
  unblock: 'Unblock',
  blockPlayer: (name: string) => `Block ${name}`,
  unblockPlayer: (name: string) => `Unblock ${name}`,
  question: (name: string) => `Block ${name}?`,
  consequences:
    'This ends any friendship or friend requests between you, and you lose any open fight with this player. You won’t be able to message or challenge each other, or to see each other’s profile and posts. The player isn’t notified. You can unblock them anytime.',
  cancel: 'Cancel',
  /** Shown to both players, so it must not reveal which player blocked the other. */
  refused: 'You can’t do that with this player.',
  failed: 'That didn’t work. Try again.',
  tooMany: 'You’ve blocked the maximum number of players. Unblock a player first.',
  blocked: (name: string) => `You have blocked ${name}.`,
  blockedText: 'You can’t see each other’s profile and posts until you unblock this player.',
  unblocked: (name: string) => `${name} is no longer blocked.`,
  list: 'Blocked players',
  listFailed: 'Failed to load your blocked players.',
  listEmpty: 'You haven’t blocked anyone. You can block players on their profiles.',
} as const;

/** Messages and errors in the server's responses about blocks. */
export const BLOCK_MESSAGES = {
  blocked: 'Blocked.',
  unblocked: 'Unblocked.',
  self: 'You can’t block yourself.',
} as const;
