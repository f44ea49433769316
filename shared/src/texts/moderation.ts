/** The same for everybody who reads it, wherever they are: 22 Nov 2026, 14:05 UTC. */
const inUtc = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
export const utcTime = (at: Date): string => `${inUtc.format(at)} UTC`;

/** What the muted and the suspended are told. */
export const MODERATION_REFUSALS = {
  muted: (until: Date) => `You are muted until ${utcTime(until)}.`,
  suspended: (until: Date | null, reason: string) =>
    `Your account is suspended ${until ? `until ${utcTime(until)}` : 'for good'}. Reason: ${reason}`,
} as const;

/** The note that stands where a muted player would write. */
export const MUTED_NOTE_TEXTS = {
  reason: 'Reason',
  left: 'You can write again in',
  over: 'Expired',
} as const;
