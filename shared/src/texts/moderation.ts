/** The same for everybody who reads it, wherever they are: 22 Nov 2026, 14:05 UTC. */
export function utcTime(at: Date): string {
  inUtc ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  return `${inUtc.format(at)} UTC`;
}
let inUtc: Intl.DateTimeFormat | undefined;

/** What the muted and the suspended are told. */
export const MODERATION_ERRORS = {
  muted: (until: Date) => `You are muted until ${utcTime(until)}.`,
  suspended: (until: Date | null, reason: string) =>
    `Your account is suspended ${until ? `until ${utcTime(until)}` : 'for good'}. Reason: ${reason}`,
} as const;

/** The note that stands where a muted player would write. */
export const MUTED_NOTICE_TEXTS = {
  muted: 'You are muted until',
  reason: 'Reason',
  left: 'You can write again in',
  over: 'Expired',
} as const;

/** What staff are told when they ask for what is not theirs to do. */
export const STAFF_ERRORS = {
  nobody: 'User not found',
  oneself: 'You cannot do this to yourself.',
  rank: 'Only staff of a higher rank can do this to a member of staff.',
  /** A mute or a suspension that holds is changed only by who is of the rank of who gave it. */
  adminMuted: (until: Date) =>
    `An admin has muted this player until ${utcTime(until)}. Only admins can change that.`,
  adminSuspended: (until: Date | null) =>
    `An admin has suspended this account ${until ? `until ${utcTime(until)}` : 'for good'}. Only admins can change that.`,
  reasonLong: (most: number) => `At most ${most} characters`,
  reasonMissing: 'Say why.',
  untilPast: 'The end must be in the future.',
  untilFar: 'The end may be at most ten years away.',
} as const;
