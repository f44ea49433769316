import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import { MODERATION_ERRORS } from '@rivalhold/shared/texts/moderation.ts';
import Type, { type Static } from 'typebox';
import { column } from '../db/columns.ts';
import { type Sql, sql } from '../db/db.ts';
import { AppError } from '../errors.ts';

/** Report whether a mute is in effect. */
export const isMuted = ({ mutedUntil }: { mutedUntil: Date | null }, now: Date): boolean =>
  mutedUntil !== null && mutedUntil > now;

/**
 * Throw AppError `muted` if a mute is in effect. The message contains the end of the mute. Each field in
 * `fields` gets the same error message.
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

/** The columns of `users` that describe an account's suspension. */
export const SuspensionColumns = Type.Object({
  suspended_at: Nullable(column.date),
  suspended_until: Nullable(column.date),
  suspension_reason: Nullable(column.text),
});
export type SuspensionColumns = Static<typeof SuspensionColumns>;

/** Value in the audit log that marks a suspension as permanent. It is stored instead of an end date. */
export const PERMANENT = 'permanent';

/** Report whether a suspension is in effect. A temporary suspension ends automatically. */
export const isSuspended = (account: SuspensionColumns, now: Date): boolean =>
  account.suspended_at !== null && (account.suspended_until === null || account.suspended_until > now);

/** Build the SQL condition for `isSuspended`. `user` is an alias of the table `users`. */
export const suspendedSql = (user: Sql, now: Date): Sql =>
  sql`(${user}.suspended_at is not null
    and (${user}.suspended_until is null or ${user}.suspended_until > ${now}))`;

/**
 * Throw AppError `suspended` if a suspension is in effect. The message contains the end of the suspension and the
 * reason.
 */
export function assertNotSuspended(account: SuspensionColumns, now: Date): void {
  if (isSuspended(account, now))
    throw new AppError(
      'suspended',
      MODERATION_ERRORS.suspended(account.suspended_until, account.suspension_reason ?? ''),
    );
}
