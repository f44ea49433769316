import { Role } from '@rivalhold/shared/contract/accounts.ts';
import type { AuditKind } from '@rivalhold/shared/contract/audit.ts';
import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import type { StaffBudget } from '@rivalhold/shared/contract/staff-actions.ts';
import { STAFF_BUDGETS } from '@rivalhold/shared/limits.ts';
import { ROLE_RANKS } from '@rivalhold/shared/roles.ts';
import { NOTIFICATION_MESSAGES } from '@rivalhold/shared/texts/notification-messages.ts';
import { STAFF_LIMIT_TEXTS as TEXTS } from '@rivalhold/shared/texts/staff-actions.ts';
import Type from 'typebox';
import { siteUrl } from '../../platform/config.ts';
import { column } from '../../platform/db/columns.ts';
import { type DbOrTx, execute, query, queryOne, queryValue, sql, type Tx } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { sendMail } from '../../platform/mail/mail.ts';
import { listAdmins } from '../../platform/security/account-status.ts';
import type { Site } from '../../platform/site.ts';
import { notify } from '../notifications/service.ts';

/**
 * The budget that each kind of action uses. Null for actions of the operator, actions that can do little harm, and
 * actions that are part of another action.
 */
const BUDGETS: Record<AuditKind, StaffBudget | null> = {
  'actions.undo': 'restores',
  'appeal.answer': 'reports',
  'avatar.remove': 'avatars',
  'backup.begin': null,
  'category.add': null,
  'category.delete': 'categories',
  'category.edit': null,
  'chat.delete': 'deletions',
  'chat.rules': 'lobby',
  'clip.delete': 'deletions',
  'coins.adjust': 'characters',
  'comment.delete': 'deletions',
  'content.restore': 'restores',
  'content.undo': null,
  'forumPost.delete': 'deletions',
  'inventory.add': 'characters',
  'inventory.remove': 'characters',
  'job.drop': null,
  'job.retry': null,
  'ledger.verify': null,
  'limit.confirm': null,
  'media.purge': null,
  'message.delete': 'deletions',
  'factors.remove': null,
  'mute.begin': 'mutes',
  'mute.end': 'mutes',
  'mute.undo': null,
  'password.reset': null,
  'photo.delete': 'deletions',
  'post.delete': 'deletions',
  'profile.clear': 'avatars',
  'profileComment.delete': 'deletions',
  'readOnly.begin': null,
  'readOnly.end': null,
  'report.note': null,
  'report.release': null,
  'report.reopen': null,
  'report.resolve': 'reports',
  'report.claim': null,
  'role.change': 'roles',
  'sessions.end': null,
  'site.anonymize': null,
  'stats.edit': 'characters',
  'suspension.begin': 'suspensions',
  'suspension.end': 'suspensions',
  'suspension.propose': 'suspensions',
  'suspension.reject': null,
  'suspension.undo': null,
  'thread.delete': 'threads',
  'thread.restore': 'restores',
  'user.delete': 'accounts',
  'user.warn': 'warnings',
};

const kindsOf = (budget: StaffBudget): AuditKind[] =>
  (Object.keys(BUDGETS) as AuditKind[]).filter((kind) => BUDGETS[kind] === budget);

/** Return how many actions a role is allowed to take within the period of a budget. */
const pointsOf = (budget: StaffBudget, role: Role): number =>
  STAFF_BUDGETS[budget].points * (role === 'admin' ? 2 : 1);

/**
 * A staff member's use of a budget. If `stopped_at` is set, the staff member has used up the budget and must
 * wait for an admin.
 */
const BudgetRow = Type.Object({
  counted_from: Nullable(column.date),
  stopped_at: Nullable(column.date),
  username: column.text,
  role: Role,
});

/** Return the number of actions that count towards a budget now. */
const countActions = (
  db: DbOrTx,
  site: Site,
  { actorId, budget, countedFrom }: { actorId: number; budget: StaffBudget; countedFrom: Date | null },
): Promise<number> => {
  const start = new Date(site.clock.now().getTime() - STAFF_BUDGETS[budget].ms);
  return queryValue(
    db,
    column.integer,
    sql`select count(*)::integer from audit_log
        where actor_id = ${actorId} and kind = any (${kindsOf(budget)}::text[])
          and created_at > greatest(${start}, ${countedFrom}::timestamptz)`,
  );
};

/**
 * Count the action that was just recorded, in its transaction, so that a rolled-back action does not count. A row lock
 * serializes a staff member's actions. Alert the admins at half of the budget. After the last action of the budget,
 * block further actions until an admin confirms that the staff member may continue.
 * @throws AppError `tooOften` if further actions are blocked.
 */
export async function spendBudget(
  tx: Tx,
  site: Site,
  { actorId, kind }: { actorId: number; kind: AuditKind },
): Promise<void> {
  const budget = BUDGETS[kind];
  if (budget === null) return;
  const row = await queryOne(
    tx,
    BudgetRow,
    sql`insert into staff_budgets as b (actor_id, budget) values (${actorId}, ${budget})
        on conflict (actor_id, budget) do update set budget = excluded.budget
        returning b.counted_from, b.stopped_at, (select username from users where id = b.actor_id) as username,
          (select role from users where id = b.actor_id) as role`,
  );
  if (row.stopped_at) throw new AppError('tooOften', TEXTS.stopped(budget));
  const used = await countActions(tx, site, { actorId, budget, countedFrom: row.counted_from });
  const points = pointsOf(budget, row.role);
  if (used >= points) {
    await execute(
      tx,
      sql`update staff_budgets set stopped_at = ${site.clock.now()}
          where actor_id = ${actorId} and budget = ${budget}`,
    );
    await alertAdmins(tx, site, {
      actorId,
      budget,
      ...TEXTS.alert(row.username, budget, points),
      mail: true,
    });
  } else if (used === Math.ceil(points / 2))
    await alertAdmins(tx, site, { actorId, budget, ...TEXTS.warning(row.username, budget, used, points) });
}

const LIMITS_LINK = '/admin/audit';

/** Notify all admins about a budget, and send them an email if `mail` is set. */
async function alertAdmins(
  tx: Tx,
  site: Site,
  {
    actorId,
    budget,
    title,
    text,
    mail = false,
  }: { actorId: number; budget: StaffBudget; title: string; text: string; mail?: boolean },
): Promise<void> {
  const collapse = `staff-limit:${actorId}:${budget}:${mail ? 'stop' : 'half'}`;
  const admins = await notifyAdmins(tx, site, { title, text, link: LIMITS_LINK, collapse });
  for (const admin of mail ? admins : [])
    await sendMail(site, tx, admin, {
      subject: title,
      text: [text, TEXTS.alertHelp],
      button: { label: TEXTS.toAuditLog, url: `${siteUrl(site.config)}${LIMITS_LINK}` },
    });
}

/** Notify all admins except `except`, and return the admins who were notified. */
export async function notifyAdmins(
  tx: Tx,
  site: Site,
  {
    except = null,
    ...message
  }: { except?: number | null; title: string; text: string; link: string; collapse: string },
): Promise<{ id: number; email: string; username: string }[]> {
  const admins = (await listAdmins(tx)).filter(({ id }) => id !== except);
  for (const { id: userId } of admins) await notify(tx, site, { userId, type: 'system', ...message });
  return admins;
}

const RankedUser = Type.Object({ id: column.integer, role: Role, username: column.text });

/**
 * Notify the admins if a staff member removed content of a player with a higher rank.
 * @param what the kind of action, as shown in the audit log
 */
export async function alertRemovalOfHigherRank(
  tx: Tx,
  site: Site,
  { actorId, ownerId, what }: { actorId: number; ownerId: number; what: string },
): Promise<void> {
  const found = await query(
    tx,
    RankedUser,
    sql`select id, role, username from users where id in (${actorId}, ${ownerId}) and deleted_at is null`,
  );
  const [actor, owner] = [found.find(({ id }) => id === actorId), found.find(({ id }) => id === ownerId)];
  if (!actor || !owner || ROLE_RANKS[owner.role] <= ROLE_RANKS[actor.role]) return;
  await notifyAdmins(tx, site, {
    except: actorId,
    ...NOTIFICATION_MESSAGES.higherRankRemoval(actor.username, owner.username, what),
    link: `/admin/audit?actor=${actor.id}`,
    collapse: `higher-rank:${actorId}`,
  });
}
