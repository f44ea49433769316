/**
 * Maximum number of actions of each kind that a new account can take within `ms`. Actions towards friends do not count.
 * `posts` includes comments.
 */
export const NEW_ACCOUNT_LIMITS = {
  ms: 24 * 3_600_000,
  perDay: { conversations: 10, friendRequests: 30, posts: 40, fights: 15, mentions: 20 },
} as const;

/**
 * The conditions for a trusted account, in addition to those for a settled account: the time since sign-up, the number
 * of days with a visit, and the time without a sanction. The other values limit the effect of reports. A trusted
 * player's reports do not hide content in two cases: staff have dismissed `dismissedReports` of the player's reports
 * within the last `dismissedMs`, or `undecidedHidden` of the player's reports are open and about content that is
 * already hidden.
 */
export const ACCOUNT_STANDING_LIMITS = {
  ageMs: 30 * 24 * 3_600_000,
  visits: 15,
  sanctionFreeMs: 90 * 24 * 3_600_000,
  dismissedReports: 3,
  dismissedMs: 90 * 24 * 3_600_000,
  undecidedHidden: 5,
} as const;
