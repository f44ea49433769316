/** Texts of /social. */
export const SOCIAL_TEXTS = {
  title: 'Social',
  about: {
    fight: 'Who wins most',
    players: 'Search by name and level',
    friends: 'Friends and requests',
    messages: 'Your conversations',
    forum: 'Threads and replies',
    lobby: 'Chat with everyone',
  },
} as const;
