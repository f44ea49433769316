import type { Rule } from '../contract/decisions.ts';

/** Names of the rules in the terms of use. */
export const RULE_TEXTS: Readonly<Record<Rule, string>> = {
  harassment: 'Threats, harassment or insults',
  illegal: 'Illegal content or hate',
  impersonation: 'Pretending to be someone else',
  spam: 'Advertising, spam or harmful links',
  cheating: 'Cheating or attacks on the site',
  age: 'Under 18',
  other: 'Another reason',
};

/** Texts of the fields in which staff give the reason for an action. */
export const REASON_FIELD_TEXTS = {
  rule: 'Rule',
  reason: 'Reason (optional, shown to the player)',
} as const;
