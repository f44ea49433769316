import { LIMITS } from '@rivalhold/shared/limits.ts';
import { type DbOrTx, queryExists, sql } from '../db/db.ts';
import type { Site } from '../site.ts';

/** New accounts have limits that settled ones do not have. */
type Standing = 'new' | 'settled';

/**
 * Return the standing of an account: it is settled if it is a day old and its email address is confirmed. On a site
 * that sends no emails, every account counts as confirmed.
 */
export async function accountStanding(
  db: DbOrTx,
  { config, clock }: Pick<Site, 'config' | 'clock'>,
  userId: number,
): Promise<Standing> {
  const youngest = new Date(clock.now().getTime() - LIMITS.chat.establishedMs);
  const isSettled = await queryExists(
    db,
    sql`select 1 from users where id = ${userId} and created_at <= ${youngest}
     and (email_verified_at is not null or ${config.smtpUrl === null})`,
  );
  return isSettled ? 'settled' : 'new';
}
