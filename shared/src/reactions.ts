/** The emoji of reactions to messages, in the order in which they are offered. */
export const REACTIONS = ['👍', '❤️', '😂', '😮', '😢', '🔥'] as const;
export type Reaction = (typeof REACTIONS)[number];
