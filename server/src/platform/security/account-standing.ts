import { LIMITS } from '@rivalhold/shared/limits.ts';
import { type DbOrTx, empty, queryFirstValue, type Sql, sql } from '../db/db.ts';
import type { Site } from '../site.ts';

/** New accounts have limits that settled ones do not have. */
export type Standing = 'new' | 'settled';

/**
 * Build the condition for a settled account: the email address is confirmed and the account is a day old, or it is
 * staff. On a site that sends no emails, every account counts as confirmed.
 * @param user SQL alias with the columns `role` and `email_verified_at`
 * @param createdAt SQL of the time of sign-up
 */
export function settledSql(
  { config, clock }: Pick<Site, 'config' | 'clock'>,
  user: Sql,
  createdAt: Sql = sql`${user}.created_at`,
): Sql {
  const youngest = new Date(clock.now().getTime() - LIMITS.newAccount.ms);
  const confirmed = config.smtpUrl === null ? empty : sql`and ${user}.email_verified_at is not null`;
  return sql`(${user}.role <> 'player' or (${createdAt} <= ${youngest}::timestamptz ${confirmed}))`;
}

/** Return the standing of an account; 'new' for an unknown one. */
export async function accountStanding(
  db: DbOrTx,
  site: Pick<Site, 'config' | 'clock'>,
  userId: number,
): Promise<Standing> {
  const isSettled = await queryFirstValue<boolean>(
    db,
    sql`select ${settledSql(site, sql`u`)} from users u where u.id = ${userId} and u.deleted_at is null`,
  );
  return isSettled ? 'settled' : 'new';
}
