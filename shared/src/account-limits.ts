/**
 * Maximum number of actions of each kind that a new account can take within `ms`. Actions towards friends do not count.
 * `posts` includes comments.
 */
export const NEW_ACCOUNT_LIMITS = {
  ms: 24 * 3_600_000,
  perDay: { conversations: 10, friendRequests: 30, posts: 40, fights: 15, mentions: 20 },
} as const;

/**
 * The conditions for a trusted account, in addition to those for a settled account: `ageMs` since sign-up, `visits`
 * days with a visit, and `sanctionFreeMs` without a sanction. The other values limit the effect of a trusted player's
 * reports. These reports stop hiding content if staff have dismissed `dismissedReports` of them within the last
 * `dismissedMs`, or if `undecidedHidden` of them are open and about content that is already hidden.
 */
export const ACCOUNT_STANDING_LIMITS = {
  ageMs: 30 * 24 * 3_600_000,
  visits: 15,
  sanctionFreeMs: 90 * 24 * 3_600_000,
  dismissedReports: 3,
  dismissedMs: 90 * 24 * 3_600_000,
  undecidedHidden: 5,
} as const;
