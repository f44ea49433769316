/**
 * Maximum number of actions of each kind that a new account can take within `ms`. Actions towards friends do not count.
 * `posts` includes comments.
 */
export const NEW_ACCOUNT_LIMITS = {
  ms: 24 * 3_600_000,
  perDay: { conversations: 10, friendRequests: 30, posts: 40, fights: 15, mentions: 20 },
} as const;

/**
 * Limits for trusted players. A trusted account must be settled. Unless it is a staff account, it must also be at least
 * `ageMs` old and have had no sanction for `sanctionFreeMs`, and its player must have visited the site on at least
 * `visits` days. The reports of a trusted player do not hide content in two cases: staff have dismissed at least
 * `dismissedReports` of these reports within the last `dismissedMs`, or at least `undecidedHidden` of them are
 * unresolved and about hidden content.
 */
export const ACCOUNT_STANDING_LIMITS = {
  ageMs: 30 * 24 * 3_600_000,
  visits: 15,
  sanctionFreeMs: 90 * 24 * 3_600_000,
  dismissedReports: 3,
  dismissedMs: 90 * 24 * 3_600_000,
  undecidedHidden: 5,
} as const;
