import { utcTime } from '../dates.ts';
import type { Sentence } from './sentence.ts';

/** Errors for muted and suspended players. */
export const MODERATION_ERRORS = {
  muted: (until: Date) => `You are muted until ${utcTime(until)}.`,
  suspended: (until: Date | null, reason: string) =>
    until
      ? `Your account is suspended until ${utcTime(until)}. Reason: ${reason}`
      : `Your account is permanently suspended. Reason: ${reason}`,
} as const;

/** Texts of the note that replaces a composer for a muted player. */
export const MUTED_NOTICE_TEXTS = {
  muted: <T>(time: T): Sentence<T> => ['You are muted until ', time, '.'],
  reason: <T>(reason: T): Sentence<T> => ['Reason: ', reason],
  left: <T>(time: T): Sentence<T> => ['You can write again in ', time],
  over: 'Expired',
} as const;

/** Errors of staff actions on a player. */
export const STAFF_ERRORS = {
  nobody: 'User not found',
  self: 'You can’t do this to yourself.',
  rank: 'Only staff of a higher rank can do this to another staff member.',
  /** Staff can change a mute or suspension only if they have at least the rank of its issuer. */
  adminMuted: (until: Date) =>
    `An admin muted this player until ${utcTime(until)}. Only admins can change this mute.`,
  adminSuspended: (until: Date | null) =>
    until
      ? `An admin suspended this account until ${utcTime(until)}. Only admins can change this suspension.`
      : 'An admin permanently suspended this account. Only admins can change this suspension.',
  reasonLong: (most: number) => `Use at most ${most} characters`,
  reasonMissing: 'Enter a reason.',
  permanentByAdmins: 'Only admins can suspend a player permanently. You can propose it.',
  moderatorFar: 'Moderators can suspend for at most 30 days.',
  alreadyProposed: 'A permanent suspension of this player has already been proposed.',
  noProposal: 'This proposal has already been decided.',
  untilPast: 'Choose a time in the future.',
  untilFar: 'Choose a time within the next ten years.',
} as const;

/** Messages in the server's responses about mutes and suspensions. */
export const SANCTION_MESSAGES = {
  unmuted: 'Unmuted.',
  lifted: 'Suspension lifted.',
  proposed: 'Suspension proposed.',
  accepted: 'Account suspended.',
  rejected: 'Proposal rejected.',
} as const;
