import { NEW_ACCOUNT_LIMITS } from '@rivalhold/shared/account-limits.ts';
import { NEW_ACCOUNT_ERRORS } from '@rivalhold/shared/texts/new-accounts.ts';
import { type Sql, sql, type Tx } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { settledSql } from '../../platform/security/settled-accounts.ts';
import type { Site } from '../../platform/site.ts';
import { type LimitedAction, oldestCounted, recordAction } from './queries.ts';

/**
 * SQL for the condition that player `userId` has a new account and is not a friend of `other`.
 * @param other a user id, SQL for it, or null for content that is not addressed to one player
 */
export const isNewStrangerSql = (site: Site, userId: number, other: number | Sql | null): Sql =>
  sql`exists (
    select 1 from users u where u.id = ${userId} and not ${settledSql(site, sql`u`)}
      and not exists (select 1 from friendships where user_id = u.id and friend_id = ${other}::bigint))`;

/**
 * Count an action by a player with a new account, unless it is towards a friend. The count is part of the
 * transaction of the action, so a rejected or failed action is not counted. Call this after locking the
 * players.
 * @param towards the other player, or null for content that is not addressed to one player
 * @throws AppError `newAccountLimit` with the seconds to wait, if the account has used up its limit for the
 *   last 24 hours
 */
export async function countNewAccountAction(
  tx: Tx,
  site: Site,
  { userId, action, towards }: NewAccountAction & { action: keyof typeof NEW_ACCOUNT_ERRORS },
): Promise<void> {
  if (await tryNewAccountAction(tx, site, { userId, action, towards })) return;
  const now = site.clock.now();
  const since = new Date(now.getTime() - NEW_ACCOUNT_LIMITS.ms);
  const oldest = await oldestCounted(tx, userId, action);
  throw new AppError('newAccountLimit', NEW_ACCOUNT_ERRORS[action], {
    retryAfter: Math.max(1, Math.ceil(((oldest ?? now).getTime() - since.getTime()) / 1000)),
  });
}

type NewAccountAction = { userId: number; action: LimitedAction; towards: number | null };

/** Count an action as `countNewAccountAction` does, but return false instead of throwing `newAccountLimit`. */
export async function tryNewAccountAction(
  tx: Tx,
  site: Site,
  { userId, action, towards }: NewAccountAction,
): Promise<boolean> {
  if (!site.config.rateLimits) return true;
  const now = site.clock.now();
  const since = new Date(now.getTime() - NEW_ACCOUNT_LIMITS.ms);
  const isCounted = isNewStrangerSql(site, userId, towards);
  return recordAction(tx, { userId, action, isCounted, now, since });
}
