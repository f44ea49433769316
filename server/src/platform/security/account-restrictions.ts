import { MODERATION_ERRORS } from '@rivalhold/shared/texts/moderation.ts';
import { type Sql, sql } from '../db/db.ts';
import { AppError } from '../errors.ts';

/** Whether a mute holds. */
export const isMuted = ({ mutedUntil }: { mutedUntil: Date | null }, now: Date): boolean =>
  mutedUntil !== null && mutedUntil > now;

/** @throws AppError muted, with the time it ends, for who is not to be heard just now. */
export function assertNotMuted(user: { mutedUntil: Date | null }, now: Date): void {
  if (user.mutedUntil && isMuted(user, now))
    throw new AppError('muted', MODERATION_ERRORS.muted(user.mutedUntil));
}

/** What an account's suspension is made of. */
export type SuspensionColumns = {
  suspended_at: Date | null;
  suspended_until: Date | null;
  suspension_reason: string | null;
};

/** Whether a suspension holds; one that has ended lets in again by itself. */
export const isSuspended = (account: SuspensionColumns, now: Date): boolean =>
  account.suspended_at !== null && (account.suspended_until === null || account.suspended_until > now);

/** SQL of the same, for a row of `users` with that alias. */
export const suspendedSql = (user: Sql, now: Date): Sql =>
  sql`(${user}.suspended_at is not null
    and (${user}.suspended_until is null or ${user}.suspended_until > ${now}))`;

/** @throws AppError suspended, with the time it ends and why it is. */
export function assertNotSuspended(account: SuspensionColumns, now: Date): void {
  if (isSuspended(account, now))
    throw new AppError(
      'suspended',
      MODERATION_ERRORS.suspended(account.suspended_until, account.suspension_reason ?? ''),
    );
}
