/** Texts of /social. */
export const SOCIAL_TEXTS = {
  title: 'Social',
  about: {
    players: 'Search by name and level',
    friends: 'Friends and requests',
    messages: 'Your conversations',
    forum: 'Threads and replies',
    lobby: 'Chat with everyone',
    ranks: 'Players with the most wins',
  },
} as const;
