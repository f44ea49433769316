import type { Rule } from '@rivalhold/shared/contract/decisions.ts';
import type { MuteDuration } from '@rivalhold/shared/contract/moderation.ts';
import { VISITOR } from './visitor.ts';

/** The staff member who made the decisions. */
export const DECIDER = 'demo_mod';

type DemoMute = {
  username: string;
  days: number;
  duration: MuteDuration;
  rule: Rule;
  reason: string;
  appeal?: { days: number; text: string };
};

/** Two mutes: an ended mute of the visitor's player, and another player's mute with an open appeal. */
export const MUTES: readonly DemoMute[] = [
  {
    username: VISITOR,
    days: 12,
    duration: '1d',
    rule: 'spam',
    reason: 'The same link five times in the Lobby.',
  },
  {
    username: 'goldiehorns',
    days: 2.3,
    duration: '1m',
    rule: 'harassment',
    reason: 'Insults in the Lobby after a lost fight.',
    appeal: {
      days: 0.8,
      text: 'I quoted a line from the old ballad about Grimjaw. The “toothless goat” in it is a goat, not Torvik.',
    },
  },
];
