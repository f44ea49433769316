import type { Role } from '@rivalhold/shared/contract/accounts.ts';
import type { Rule } from '@rivalhold/shared/contract/decisions.ts';
import type { Suspension } from '@rivalhold/shared/contract/moderation.ts';
import { SUSPENSION_EMAIL } from '@rivalhold/shared/texts/emails.ts';
import { MODERATION_ERRORS, STAFF_ERRORS } from '@rivalhold/shared/texts/moderation.ts';
import { type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { sendMail } from '../../platform/mail/mail.ts';
import { isSuspended, PERMANENT } from '../../platform/security/account-restrictions.ts';
import type { Site } from '../../platform/site.ts';
import { deleteAppealToken, updateAddressSanction } from '../accounts/service.ts';
import { recordAudit, requireReason } from '../audit/service.ts';
import { forfeitFights } from '../combat/service.ts';
import { endSanctionDecision, recordDecision } from '../decisions/service.ts';
import { lockForSanction, type Sanction, toIsoOrNull } from './mutes.ts';
import { mayChangeSanction, parseSuspensionEnd } from './policy.ts';
import {
  type Account,
  lockActorAndTarget,
  type SuspensionRow,
  setSuspension,
  suspensionsAt,
  takeProposal,
} from './queries.ts';

const present = (row: SuspensionRow, viewer: { role: Role }): Suspension => ({
  userId: row.id,
  username: row.username,
  avatarUrl: row.avatar_url,
  until: toIsoOrNull(row.suspended_until),
  reason: row.suspension_reason ?? '',
  suspendedBy: row.suspended_by_name,
  mayChange: mayChangeSanction(viewer, row.suspended_by_role),
});

/** Return the end of an active suspension (or `PERMANENT`) for the audit log, or null if there is none. */
export const describeSuspension = (account: Account, now: Date): string | null =>
  isSuspended(account, now) ? (toIsoOrNull(account.suspended_until) ?? PERMANENT) : null;

/** The staff member, or the operator (id null), who imposes or ends a suspension. */
type Actor = { id: number | null; role: Role };
/** The operator. Audit entries and sanctions by the operator store null as the staff member's id. */
const OPERATOR: Actor = { id: null, role: 'admin' };

/** Throw AppError `forbidden` if the active suspension was imposed by staff of a higher rank than the actor. */
function assertMayChange(actor: Actor, target: Account, now: Date): void {
  if (isSuspended(target, now) && !mayChangeSanction(actor, target.suspended_by_role))
    throw new AppError('forbidden', STAFF_ERRORS.adminSuspended(target.suspended_until));
}

/**
 * Suspend an account until a time or permanently. The suspension replaces an active suspension. End the account's
 * sessions and sockets, forfeit its open fights, and send an email if the address is confirmed.
 * @throws AppError as `lockForSanction` does; `forbidden` if a moderator replaces an admin's suspension; `invalid` for
 *   an invalid end, or for a reason that is missing or longer than 500 characters
 */
export async function suspend(
  db: DbOrTx,
  site: Site,
  {
    until: sent,
    rule,
    reason: why,
    ...sanction
  }: Sanction & { until: string | null; rule?: Rule | null | undefined; reason: string | null },
): Promise<Suspension> {
  const reason = requireReason(why);
  return transaction(db, async (tx) => {
    const { actor, target } = await lockForSanction(tx, sanction);
    const until = parseSuspensionEnd(sent, site.clock.now(), actor.role);
    await suspendLocked(tx, site, { actor, target, until, rule, reason });
    // A permanent suspension also closes an open proposal to suspend the account permanently.
    if (until === null) await takeProposal(tx, target.id);
    return present(
      {
        ...target,
        suspended_until: until,
        suspension_reason: reason,
        suspended_by_name: actor.username,
        suspended_by_role: actor.role,
      },
      actor,
    );
  });
}

/**
 * Suspend an account as `suspend` does, after the caller has locked it.
 * @throws AppError `forbidden` if a moderator replaces an admin's suspension.
 */
export async function suspendLocked(
  tx: Tx,
  site: Site,
  {
    actor,
    target,
    until,
    rule = null,
    reason,
  }: {
    actor: Actor;
    target: Account;
    until: Date | null;
    rule?: Rule | null | undefined;
    reason: string;
  },
): Promise<void> {
  const now = site.clock.now();
  assertMayChange(actor, target, now);
  await setSuspension(tx, target.id, { at: now, until, by: actor.id, reason });
  await updateAddressSanction(tx, site, 'suspension', target);
  await site.sessions.endAll(tx, target.id, null);
  await forfeitFights(tx, site, target.id);
  if (target.email_verified_at) await sendSuspensionMail(site, tx, target, { until, reason });
  const auditId = await recordAudit(tx, site, {
    kind: 'suspension.begin',
    actorId: actor.id,
    targetId: target.id,
    before: describeSuspension(target, now),
    after: toIsoOrNull(until) ?? PERMANENT,
    reason,
  });
  await recordDecision(tx, site, {
    userId: target.id,
    kind: 'suspension',
    scope: 'account',
    rule,
    reason,
    decidedBy: actor.id,
    auditId,
    endsAt: until,
  });
}

/**
 * Suspend an account on behalf of the operator, as `suspend` does. The operator can also suspend staff.
 * @throws AppError `notFound` for an unknown player; `invalid` as `suspend` does.
 */
export async function suspendByOperator(
  db: DbOrTx,
  site: Site,
  { userId, until: sent, reason: why }: { userId: number; until: string | null; reason: string },
): Promise<Date | null> {
  const reason = requireReason(why);
  return transaction(db, async (tx) => {
    const target = await lockTarget(tx, userId);
    const until = parseSuspensionEnd(sent, site.clock.now(), OPERATOR.role);
    await suspendLocked(tx, site, { actor: OPERATOR, target, until, reason });
    if (until === null) await takeProposal(tx, target.id);
    return until;
  });
}

async function lockTarget(tx: Tx, userId: number): Promise<Account> {
  const { target } = await lockActorAndTarget(tx, userId, userId);
  if (!target) throw new AppError('notFound', STAFF_ERRORS.nobody);
  return target;
}

/** Send a player an email with the reason for a suspension, because a suspended player cannot read notifications. */
async function sendSuspensionMail(
  site: Site,
  tx: Tx,
  to: { email: string; username: string },
  { until, reason }: { until: Date | null; reason: string },
): Promise<void> {
  await sendMail(site, tx, to, {
    subject: SUSPENSION_EMAIL.subject,
    text: [MODERATION_ERRORS.suspended(until, reason), SUSPENSION_EMAIL.appeal(site.config.supportEmail)],
  });
}

/**
 * End a suspension. Do nothing if there is no active suspension.
 * @throws AppError as `lockForSanction` does; `forbidden` if a moderator ends an admin's suspension
 */
export async function endSuspension(db: DbOrTx, site: Site, sanction: Sanction): Promise<void> {
  await transaction(db, async (tx) => {
    const { actor, target } = await lockForSanction(tx, sanction);
    await endSuspensionLocked(tx, site, actor, target);
  });
}

/**
 * End a suspension on behalf of the operator. Return false if there is none.
 * @throws AppError `notFound` for an unknown player.
 */
export async function endSuspensionByOperator(db: DbOrTx, site: Site, userId: number): Promise<boolean> {
  return transaction(db, async (tx) => endSuspensionLocked(tx, site, OPERATOR, await lockTarget(tx, userId)));
}

/**
 * End a suspension after the account is locked. Return false if there is none.
 * @throws AppError `forbidden` if a moderator ends an admin's suspension.
 */
export async function endSuspensionLocked(
  tx: Tx,
  site: Site,
  actor: Actor,
  target: Account,
): Promise<boolean> {
  const now = site.clock.now();
  const before = describeSuspension(target, now);
  if (before === null) return false;
  assertMayChange(actor, target, now);
  await setSuspension(tx, target.id, null);
  await deleteAppealToken(tx, target.id);
  await updateAddressSanction(tx, site, 'suspension', target);
  await endSanctionDecision(tx, site, { userId: target.id, kind: 'suspension' });
  await recordAudit(tx, site, { kind: 'suspension.end', actorId: actor.id, targetId: target.id, before });
  return true;
}

/**
 * Return the suspended accounts, latest suspension first. `mayChange` is true if the viewer is allowed to change the
 * suspension.
 */
export async function listSuspensions(db: DbOrTx, site: Site, viewer: { role: Role }): Promise<Suspension[]> {
  return (await suspensionsAt(db, site.clock.now())).map((row) => present(row, viewer));
}
