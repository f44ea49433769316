import Type, { type Static } from 'typebox';
import { type Contract, Nullable, Time } from './schema.ts';

export const STANDINGS = ['new', 'settled', 'trusted'] as const;

/**
 * The standing of the caller's account, and the values on which it depends. `ACCOUNT_STANDING_LIMITS` contains the
 * conditions for a trusted account.
 */
export const AccountStanding = Type.Object({
  standing: Type.Enum([...STANDINGS]),
  /** True for staff, who are trusted as soon as their account is settled. */
  isStaff: Type.Boolean(),
  emailConfirmed: Type.Boolean(),
  joinedAt: Time,
  /** Minimum age of a settled account, in ms. */
  settledAgeMs: Type.Integer(),
  /** Number of days on which the player has visited the site. */
  visits: Type.Integer(),
  /** The last sanction counts until this time; null if no sanction counts. */
  sanctionsCountUntil: Nullable(Time),
  /**
   * Number of the caller's reports that staff have recently dismissed. It affects whether reports hide content, but not
   * the standing.
   */
  dismissedReports: Type.Integer(),
});
export type AccountStanding = Static<typeof AccountStanding>;

export const accountStanding = {
  routes: {
    'GET /api/account-standing': {
      access: 'player',
      reply: AccountStanding,
      summary: 'The standing of the caller’s account, and the reasons for it.',
    },
  },
} as const satisfies Contract;
