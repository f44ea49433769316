import type { DecisionScope, Rule } from '../contract/decisions.ts';

/** Names of the rules of the terms of use. */
export const RULE_TEXTS: Readonly<Record<Rule, string>> = {
  harassment: 'Threats, harassment or insults',
  illegal: 'Illegal content or hate',
  impersonation: 'Pretending to be someone else',
  spam: 'Advertising, spam or harmful links',
  cheating: 'Cheating or attacks on the site',
  age: 'Under 18',
  other: 'Another reason',
};

/** Names of the kinds of content that staff can delete. */
export const REMOVED_TEXTS: Readonly<Record<Exclude<DecisionScope, 'publishing' | 'account'>, string>> = {
  post: 'post',
  comment: 'comment',
  profileComment: 'profile comment',
  photo: 'photo',
  clip: 'clip',
  chatMessage: 'lobby message',
  message: 'message',
  thread: 'forum thread',
  forumPost: 'forum post',
  avatar: 'avatar',
  profile: 'profile',
};

/** Texts of the fields in which staff give the reason for an action. */
export const REASON_FIELD_TEXTS = {
  rule: 'Rule',
  words: 'Reason (optional, shown to the player)',
} as const;
