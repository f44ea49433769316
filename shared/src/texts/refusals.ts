import type { MessageRefusal, Refusal } from '../contract/safety.ts';

/** Reasons why safety settings do not let the viewer message or challenge a player, or comment on a profile. */
export const REFUSAL_TEXTS = {
  messages: {
    settled: 'This player doesn’t accept messages from new accounts.',
    friends: 'This player accepts messages from friends only.',
    nobody: 'This player doesn’t accept messages.',
    own: 'You can’t message this player, because your safety settings don’t let them reply.',
  },
  challenges: {
    settled: 'This player doesn’t accept challenges from new accounts.',
    friends: 'This player accepts challenges from friends only.',
    nobody: 'This player doesn’t accept challenges.',
  },
  comments: {
    settled: 'This player doesn’t accept comments from new accounts.',
    friends: 'This player accepts comments from friends only.',
    nobody: 'This player doesn’t accept comments.',
  },
} as const satisfies {
  messages: Record<MessageRefusal, string>;
  challenges: Record<Refusal, string>;
  comments: Record<Refusal, string>;
};
