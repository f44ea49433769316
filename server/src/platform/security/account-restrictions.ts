import { MODERATION_ERRORS } from '@rivalhold/shared/texts/moderation.ts';
import { type Sql, sql } from '../db/db.ts';
import { AppError } from '../errors.ts';

/** Report whether a mute is in effect. */
export const isMuted = ({ mutedUntil }: { mutedUntil: Date | null }, now: Date): boolean =>
  mutedUntil !== null && mutedUntil > now;

/** Throw AppError `muted` with the end of the mute, under the given fields too, if it is in effect. */
export function assertNotMuted(
  user: { mutedUntil: Date | null },
  now: Date,
  fields: readonly string[] = [],
): void {
  if (!user.mutedUntil || !isMuted(user, now)) return;
  const text = MODERATION_ERRORS.muted(user.mutedUntil);
  const errors = Object.fromEntries(fields.map((field) => [field, text]));
  throw new AppError('muted', text, fields.length > 0 ? { errors } : {});
}

/** The columns of an account's suspension. */
export type SuspensionColumns = {
  suspended_at: Date | null;
  suspended_until: Date | null;
  suspension_reason: string | null;
};

/** The end of a permanent suspension in the audit log. */
export const PERMANENT = 'permanent';

/** Report whether a suspension is in effect; a temporary one ends automatically. */
export const isSuspended = (account: SuspensionColumns, now: Date): boolean =>
  account.suspended_at !== null && (account.suspended_until === null || account.suspended_until > now);

/** Build the same condition for a row of `users` with that alias. */
export const suspendedSql = (user: Sql, now: Date): Sql =>
  sql`(${user}.suspended_at is not null
    and (${user}.suspended_until is null or ${user}.suspended_until > ${now}))`;

/** Throw AppError `suspended` with its end and reason, if a suspension is in effect. */
export function assertNotSuspended(account: SuspensionColumns, now: Date): void {
  if (isSuspended(account, now))
    throw new AppError(
      'suspended',
      MODERATION_ERRORS.suspended(account.suspended_until, account.suspension_reason ?? ''),
    );
}
