import type { Role } from '@rivalhold/shared/contract/accounts.ts';
import type { Suspension } from '@rivalhold/shared/contract/moderation.ts';
import { MODERATION_ERRORS, STAFF_ERRORS } from '@rivalhold/shared/texts/moderation.ts';
import { type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { sendMail } from '../../platform/mail/mail.ts';
import { isSuspended } from '../../platform/security/account-restrictions.ts';
import type { Site } from '../../platform/site.ts';
import { recordAudit, requireReason } from '../audit/service.ts';
import { forfeitFights } from '../combat/service.ts';
import { lockForSanction, type Sanction, toIsoOrNull } from './mutes.ts';
import { mayChangeSanction, parseSuspensionEnd } from './policy.ts';
import { type Account, type SuspensionRow, setSuspension, suspensionsAt } from './queries.ts';

const PERMANENT = 'for good';

const present = (row: SuspensionRow, viewer: { role: Role }): Suspension => ({
  userId: row.id,
  username: row.username,
  avatarUrl: row.avatar_url,
  until: toIsoOrNull(row.suspended_until),
  reason: row.suspension_reason ?? '',
  suspendedBy: row.suspended_by_name,
  mayChange: mayChangeSanction(viewer, row.suspended_by_role),
});

/** How a suspension that holds is written down. */
const describeSuspension = (account: Account, now: Date): string | null =>
  isSuspended(account, now) ? (toIsoOrNull(account.suspended_until) ?? PERMANENT) : null;

/** @throws AppError forbidden where a suspension holds that staff of a higher rank than the actor's have given. */
function assertMayChange(actor: Account, target: Account, now: Date): void {
  if (isSuspended(target, now) && !mayChangeSanction(actor, target.suspended_by_role))
    throw new AppError('forbidden', STAFF_ERRORS.adminSuspended(target.suspended_until));
}

/**
 * Suspends an account until a time, or for good, in place of a suspension that holds: its sessions end with their
 * sockets, its open fights are given up, and the player is told by mail at an address that is confirmed.
 * @throws AppError as `lockForSanction` does; forbidden in place of an admin's for who is none; invalid for the time, without a reason or one beyond 500 characters.
 */
export async function suspend(
  db: DbOrTx,
  site: Site,
  { until: sent, reason: why, ...sanction }: Sanction & { until: string | null; reason: string | null },
): Promise<Suspension> {
  const now = site.clock.now();
  const reason = requireReason(why);
  const until = parseSuspensionEnd(sent, now);
  return transaction(db, async (tx) => {
    const { actor, target } = await lockForSanction(tx, sanction);
    assertMayChange(actor, target, now);
    await setSuspension(tx, target.id, { at: now, until, by: actor.id, reason });
    await site.sessions.endAll(tx, target.id, null);
    await forfeitFights(tx, site, target.id);
    if (target.email_verified_at) await sendSuspensionMail(site, tx, target, { until, reason });
    await recordAudit(tx, site, {
      kind: 'suspension.begin',
      actorId: actor.id,
      targetId: target.id,
      before: describeSuspension(target, now),
      after: toIsoOrNull(until) ?? PERMANENT,
      reason,
    });
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
 * Ends a suspension. To end none is no error and leaves no trace.
 * @throws AppError as `lockForSanction` does; forbidden for an admin's to who is none.
 */
export async function endSuspension(db: DbOrTx, site: Site, sanction: Sanction): Promise<void> {
  await transaction(db, async (tx) => {
    const { actor, target } = await lockForSanction(tx, sanction);
    const now = site.clock.now();
    const before = describeSuspension(target, now);
    if (before === null) return;
    assertMayChange(actor, target, now);
    await setSuspension(tx, target.id, null);
    await recordAudit(tx, site, { kind: 'suspension.end', actorId: actor.id, targetId: target.id, before });
  });
}

/** Whose account is suspended, the latest first; with what is for the viewer to change. */
export async function listSuspensions(db: DbOrTx, site: Site, viewer: { role: Role }): Promise<Suspension[]> {
  return (await suspensionsAt(db, site.clock.now())).map((row) => present(row, viewer));
}

/** Send the reason for a suspension to a player, who can no longer sign in to read it. */
async function sendSuspensionMail(
  site: Site,
  tx: Tx,
  to: { email: string; username: string },
  { until, reason }: { until: Date | null; reason: string },
): Promise<void> {
  await sendMail(site, tx, {
    to: to.email,
    subject: 'Your account at Rivalhold is suspended',
    text: `Hello ${to.username},

${MODERATION_ERRORS.suspended(until, reason)}

If you think that this is a mistake, write to ${site.config.supportEmail}.
`,
  });
}
