/** Texts of the relationship between two players. */
export const FRIEND_TEXTS = {
  chip: {
    self: 'You',
    friend: 'Friends ✓',
    incoming: 'Respond',
    outgoing: 'Requested…',
    none: 'Add Friend',
  },
  asked: (name: string) => `${name} would like to be your friend.`,
  accept: 'Accept',
  decline: 'Decline',
  removeQuestion: (name: string) => `Remove ${name} from your friends?`,
  remove: 'Remove',
  cancel: 'Cancel',
  failed: 'That did not work. Please try again.',
  retry: 'Try again',
} as const;
