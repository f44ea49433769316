import type { SafetySettings } from '@rivalhold/shared/contract/safety.ts';

/** The safety settings of players who do not use the defaults. */
export const SAFETY: readonly { username: string; settings: Partial<SafetySettings> }[] = [
  { username: 'umbra.lily', settings: { messages: 'friends', online: 'friends' } },
  { username: 'goldiehorns', settings: { comments: 'friends' } },
];
