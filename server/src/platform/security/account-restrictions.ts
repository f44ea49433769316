import { MODERATION_ERRORS } from '@rivalhold/shared/texts/moderation.ts';
import { type Sql, sql } from '../db/db.ts';
import { AppError } from '../errors.ts';

/** Report whether a mute is in effect. */
export const isMuted = ({ mutedUntil }: { mutedUntil: Date | null }, now: Date): boolean =>
  mutedUntil !== null && mutedUntil > now;

/**
 * Throw AppError `muted` if a mute is in effect. The message has the end of the mute, and is repeated for each of
 * `fields`.
 */
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

/** The columns of `users` with an account's suspension. */
export type SuspensionColumns = {
  suspended_at: Date | null;
  suspended_until: Date | null;
  suspension_reason: string | null;
};

/** Value in the audit log for the end of a permanent suspension. */
export const PERMANENT = 'permanent';

/** Report whether a suspension is in effect. A temporary suspension ends automatically. */
export const isSuspended = (account: SuspensionColumns, now: Date): boolean =>
  account.suspended_at !== null && (account.suspended_until === null || account.suspended_until > now);

/** Build the SQL condition for `isSuspended`. `user` is an alias of the table `users`. */
export const suspendedSql = (user: Sql, now: Date): Sql =>
  sql`(${user}.suspended_at is not null
    and (${user}.suspended_until is null or ${user}.suspended_until > ${now}))`;

/** Throw AppError `suspended` if a suspension is in effect. The message has its end and reason. */
export function assertNotSuspended(account: SuspensionColumns, now: Date): void {
  if (isSuspended(account, now))
    throw new AppError(
      'suspended',
      MODERATION_ERRORS.suspended(account.suspended_until, account.suspension_reason ?? ''),
    );
}
