import { ACCOUNT_STANDING_LIMITS } from '@rivalhold/shared/account-limits.ts';
import type { ReportKind } from '@rivalhold/shared/contract/reports.ts';
import { NOTIFICATION_MESSAGES } from '@rivalhold/shared/texts/notification-messages.ts';
import Type from 'typebox';
import { column } from '../../platform/db/columns.ts';
import { query, type Sql, sql, type Tx } from '../../platform/db/db.ts';
import { networkOf } from '../../platform/security/client-address.ts';
import { isSettled } from '../../platform/security/settled-accounts.ts';
import type { Site } from '../../platform/site.ts';
import { dismissedReportsSql, trustedSql } from '../account-standing/service.ts';
import { isHiddenSql } from '../hidden-content/service.ts';
import { notify } from '../notifications/service.ts';
import { kindOf } from './kinds.ts';

type Content = { kind: ReportKind; subjectId: number; authorId: number };

/**
 * Hide content until staff decide, and notify the author, if the author's account is new and two independent trusted
 * players have unresolved reports about the content. Content that staff have reviewed is not hidden again. The caller
 * must lock the author and the reporter, so that concurrent reports are counted one after the other.
 * @param by the player who has just reported the content, or null if staff have reopened a report
 */
export async function hideIfReported(
  tx: Tx,
  site: Site,
  { kind, subjectId, authorId, by }: Content & { by: number | null },
): Promise<void> {
  const { setHidden } = kindOf(site, kind);
  if (!setHidden || (await isSettled(tx, site, authorId))) return;
  if (!hasIndependentPair(await trustedReporters(tx, site, { kind, subjectId }))) return;
  if (!(await setHidden(tx, site, { id: subjectId, hidden: true, by }))) return;
  await notifyAuthor(tx, site, { kind, subjectId, authorId }, NOTIFICATION_MESSAGES.contentHidden);
}

/** Show hidden content again after staff reviewed and kept it, and notify its author. */
export async function showReviewed(
  tx: Tx,
  site: Site,
  { kind, subjectId, authorId }: Content,
): Promise<void> {
  if (!(await kindOf(site, kind).setHidden?.(tx, site, { id: subjectId, hidden: false, by: null }))) return;
  await notifyAuthor(tx, site, { kind, subjectId, authorId }, NOTIFICATION_MESSAGES.contentShown);
}

async function notifyAuthor(
  tx: Tx,
  site: Site,
  { kind, subjectId: id, authorId: userId }: Content,
  message: (kind: ReportKind) => { title: string; text: string },
): Promise<void> {
  const { reported } = kindOf(site, kind);
  const content = await reported(tx, { site, id, viewerId: userId, now: site.clock.now() });
  const link = content?.link ?? '/dashboard';
  await notify(tx, site, { userId, type: 'system', ...message(kind), link });
}

type Reporter = { id: number; networks: readonly string[]; friends: readonly number[] };

/**
 * Report whether two of the reporters are independent: they are not friends, and share no network. A reporter's
 * networks are the networks of their logins, and the network from which the report was sent.
 */
export const hasIndependentPair = (reporters: readonly Reporter[]): boolean =>
  reporters.some((one) =>
    reporters.some(
      (other) =>
        one.id < other.id &&
        !one.friends.includes(other.id) &&
        !other.friends.includes(one.id) &&
        !one.networks.some((network) => other.networks.includes(network)),
    ),
  );

/** Maximum number of reporters to compare with each other. */
const MAX_REPORTERS = 50;

/** SQL for the number of a player's unresolved reports about hidden content. */
const undecidedHiddenSql = (userId: Sql): Sql => sql`(
  select count(*)::integer from reports own
  where own.reporter_id = ${userId} and own.state <> 'resolved'
    and ${isHiddenSql(sql`own.kind`, sql`own.subject_id`)})`;

const ReporterRow = Type.Object({
  id: column.integer,
  network: column.text,
  addresses: Type.Array(column.text),
  friends: Type.Array(column.integer),
});

/**
 * Return the trusted players with an unresolved report about content that staff have not reviewed. Leave out players
 * whose reports staff often dismiss, players who have reported much content that is hidden until staff decide, and
 * players whose networks are unknown, for example because they are logged out.
 */
async function trustedReporters(
  tx: Tx,
  site: Site,
  { kind, subjectId }: Omit<Content, 'authorId'>,
): Promise<Reporter[]> {
  const about = sql`kind = ${kind} and subject_id = ${subjectId}`;
  const rows = await query(
    tx,
    ReporterRow,
    sql`
      select u.id, r.network,
        to_json(array(select distinct address from sessions
          where user_id = u.id and expires_at > ${site.clock.now()})) as addresses,
        to_json(array(select friend_id from friendships where user_id = u.id
          and friend_id in (select reporter_id from reports where ${about}))) as friends
      from reports r join users u on u.id = r.reporter_id
      where ${about} and r.state <> 'resolved' and u.deleted_at is null and ${trustedSql(site, sql`u`)}
        and r.network is not null
        and ${dismissedReportsSql(site, sql`u.id`)} < ${ACCOUNT_STANDING_LIMITS.dismissedReports}
        and ${undecidedHiddenSql(sql`u.id`)} < ${ACCOUNT_STANDING_LIMITS.undecidedHidden}
        and not exists (select 1 from reports where ${about} and state = 'resolved')
      order by r.id limit ${MAX_REPORTERS}`,
  );
  return rows
    .filter(({ addresses }) => addresses.length > 0)
    .map(({ addresses, network, ...reporter }) => ({
      ...reporter,
      networks: [network, ...addresses.map(networkOf)],
    }))
    .filter(({ networks }) => !networks.includes('unknown'));
}
