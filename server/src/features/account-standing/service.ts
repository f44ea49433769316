import { ACCOUNT_STANDING_LIMITS } from '@rivalhold/shared/account-limits.ts';
import type { AccountStanding } from '@rivalhold/shared/contract/account-standing.ts';
import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import Type from 'typebox';
import { column } from '../../platform/db/columns.ts';
import { type DbOrTx, queryOne, type Sql, sql } from '../../platform/db/db.ts';
import { settledSql } from '../../platform/security/settled-accounts.ts';
import type { Site } from '../../platform/site.ts';
import { lastSanctionSql } from '../decisions/service.ts';
import { visitsSql } from '../goals/service.ts';

type SiteTime = Pick<Site, 'config' | 'clock'>;

const ago = ({ clock }: SiteTime, ms: number): Date => new Date(clock.now().getTime() - ms);

/**
 * Build the SQL condition that an account is trusted. A trusted account must be settled (see `settledSql`). Unless it
 * is a staff account, its player must also have signed up at least 30 days ago, visited the site on at least 15 days,
 * and had no sanction for 90 days.
 * @param user SQL alias of a row of `users`
 */
export const trustedSql = (site: SiteTime, user: Sql): Sql => sql`(
  ${settledSql(site, user)} and (${user}.role <> 'player' or (
    ${user}.created_at <= ${ago(site, ACCOUNT_STANDING_LIMITS.ageMs)}::timestamptz
    and ${visitsSql(sql`${user}.id`)} >= ${ACCOUNT_STANDING_LIMITS.visits}
    and coalesce(${lastSanctionSql(sql`${user}.id`, site.clock.now())} <= ${ago(site, ACCOUNT_STANDING_LIMITS.sanctionFreeMs)}, true))))`;

/** SQL for the number of a player's reports that staff have recently dismissed. */
export const dismissedReportsSql = (site: SiteTime, userId: Sql): Sql => sql`(
  select count(*)::integer from reports
  where reporter_id = ${userId} and outcome = 'dismiss' and resolved_at > ${ago(site, ACCOUNT_STANDING_LIMITS.dismissedMs)})`;

const StandingRow = Type.Object({
  settled: column.boolean,
  trusted: column.boolean,
  isStaff: column.boolean,
  emailConfirmed: column.boolean,
  joinedAt: column.date,
  visits: column.integer,
  lastSanctionAt: Nullable(column.date),
  dismissedReports: column.integer,
});

/** Return the standing of a player's account, with the values that determine it. */
export async function standingOf(db: DbOrTx, site: Site, userId: number): Promise<AccountStanding> {
  const { settled, trusted, lastSanctionAt, joinedAt, ...row } = await queryOne(
    db,
    StandingRow,
    sql`select ${settledSql(site, sql`u`)} as settled, ${trustedSql(site, sql`u`)} as trusted,
          u.role <> 'player' as "isStaff",
          ${site.config.smtpUrl === null}::boolean or u.email_verified_at is not null as "emailConfirmed",
          u.created_at as "joinedAt", ${visitsSql(sql`u.id`)} as visits,
          ${lastSanctionSql(sql`u.id`, site.clock.now())} as "lastSanctionAt",
          ${dismissedReportsSql(site, sql`u.id`)} as "dismissedReports"
        from users u where u.id = ${userId}`,
  );
  const countsUntil =
    lastSanctionAt && new Date(lastSanctionAt.getTime() + ACCOUNT_STANDING_LIMITS.sanctionFreeMs);
  return {
    ...row,
    standing: trusted ? 'trusted' : settled ? 'settled' : 'new',
    joinedAt: joinedAt.toISOString(),
    settledAgeMs: site.config.newAccountMs,
    sanctionsCountUntil: countsUntil && countsUntil > site.clock.now() ? countsUntil.toISOString() : null,
  };
}
