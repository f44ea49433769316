/** Texts about muting another player. */
export const PLAYER_MUTE_TEXTS = {
  mute: 'Mute',
  unmute: 'Unmute',
  mutePlayer: (name: string) => `Mute ${name}`,
  unmutePlayer: (name: string) => `Unmute ${name}`,
  muted: (name: string) => `You have muted ${name}.`,
  mutedText:
    'You won’t see their posts, comments, clips, forum posts or lobby messages, or get notifications from them. They won’t know that you muted them.',
  unmuted: (name: string) => `${name} is no longer muted.`,
  mark: 'Muted',
  own: 'You can’t mute yourself.',
  tooMany: 'You’ve muted the maximum number of players. Unmute a player first.',
  failed: 'That didn’t work. Try again.',
  list: 'Muted players',
  listFailed: 'Failed to load your muted players.',
  listEmpty: 'You haven’t muted anyone. You can mute players on their profiles.',
} as const;

/** Messages in the server's responses about muting another player. */
export const PLAYER_MUTE_MESSAGES = {
  muted: 'Muted.',
  unmuted: 'Unmuted.',
} as const;
