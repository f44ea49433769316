import { formatCount } from '../format-number.ts';
import type { Reaction } from '../reactions.ts';

/** Names of the reactions, for screen readers and tooltips. */
export const REACTION_NAMES: Readonly<Record<Reaction, string>> = {
  '👍': 'Thumbs up',
  '❤️': 'Heart',
  '😂': 'Laughing',
  '😮': 'Surprised',
  '😢': 'Sad',
  '🔥': 'Fire',
};

/** Texts of reactions and replies to messages. */
export const REACTION_TEXTS = {
  reactions: 'Reactions',
  pick: 'React',
  actions: 'React or reply',
  actionsOf: (name: string) => `React or reply to the message from ${name}`,
  chip: (reaction: Reaction, count: number, reacted: boolean) =>
    `${REACTION_NAMES[reaction]}: ${formatCount(count, 'player')}${reacted ? ', including you' : ''}`,
  failed: 'Failed to save your reaction. Try again.',
  reply: 'Reply',
  replyingTo: (name: string) => `Replying to ${name}`,
  yourself: 'yourself',
  cancelReply: 'Cancel reply',
  inReplyTo: 'In reply to',
  unavailable: 'Original message unavailable',
} as const;

/** Server errors about replies and reactions. */
export const REACTION_ERRORS = {
  notInConversation: 'You can only reply to a message in this conversation.',
} as const;
