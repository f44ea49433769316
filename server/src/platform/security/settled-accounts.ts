import { type DbOrTx, empty, queryExists, type Sql, sql } from '../db/db.ts';
import type { Site } from '../site.ts';
import { staffAccessSql } from './step-up.ts';

/**
 * Build the SQL condition that an account is settled. Accounts that are not settled count as new and have lower limits.
 * The accounts of staff with access to the staff pages are always settled. Any other account is settled if its email
 * address is confirmed and the account is at least `newAccountMs` old (by default a day). The erased address of a
 * deleted account counts as confirmed. Without a mail server, every address counts as confirmed.
 * @param user SQL alias with the columns `role`, `email_verified_at` and `deleted_at`
 * @param createdAt SQL expression for the time of sign-up
 * @param id SQL expression for the id of the user
 */
export function settledSql(
  site: Pick<Site, 'config' | 'clock'>,
  user: Sql,
  createdAt: Sql = sql`${user}.created_at`,
  id: Sql = sql`${user}.id`,
): Sql {
  const { config, clock } = site;
  const youngest = new Date(clock.now().getTime() - config.newAccountMs);
  const confirmed =
    config.smtpUrl === null
      ? empty
      : sql`and (${user}.email_verified_at is not null or ${user}.deleted_at is not null)`;
  return sql`(${staffAccessSql(site, user, id)} or (${createdAt} <= ${youngest}::timestamptz ${confirmed}))`;
}

/** Report whether an account is settled. */
export const isSettled = (
  db: DbOrTx,
  site: Pick<Site, 'config' | 'clock'>,
  userId: number,
): Promise<boolean> =>
  queryExists(db, sql`select 1 from users u where u.id = ${userId} and ${settledSql(site, sql`u`)}`);
