/** Texts of blocking another player. */
export const BLOCK_TEXTS = {
  block: 'Block',
  unblock: 'Unblock',
  blockPlayer: (name: string) => `Block ${name}`,
  unblockPlayer: (name: string) => `Unblock ${name}`,
  question: (name: string) => `Block ${name}?`,
  meaning:
    'Your friendship, requests and open fights with each other end. Neither of you can message, challenge or comment any more, or see the other’s profile. They are not told, and you can unblock them at any time.',
  cancel: 'Cancel',
  /** To who may not reach a player: it does not say why. */
  refused: 'You cannot do that with this player.',
  failed: 'That did not work. Please try again.',
  tooMany: 'You have blocked as many players as one can.',
  blocked: (name: string) => `You have blocked ${name}.`,
  blockedText: 'You see nothing of each other until you unblock them.',
  unblocked: (name: string) => `${name} is no longer blocked.`,
  list: 'Blocked players',
  listFailed: 'The players you have blocked could not be loaded.',
  listEmpty: 'You have blocked nobody. You can block a player on their profile.',
} as const;
