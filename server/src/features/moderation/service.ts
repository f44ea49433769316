import type { Rule } from '@rivalhold/shared/contract/decisions.ts';
import type { FoundPlayer, SuspensionProposal } from '@rivalhold/shared/contract/moderation.ts';
import type { Viewer } from '@rivalhold/shared/roles.ts';
import { STAFF_ERRORS } from '@rivalhold/shared/texts/moderation.ts';
import { NOTIFICATION_MESSAGES } from '@rivalhold/shared/texts/notification-messages.ts';
import { type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { isMuted, isSuspended } from '../../platform/security/account-restrictions.ts';
import type { Site } from '../../platform/site.ts';
import { invalidateSessions, updateAddressSanction } from '../accounts/service.ts';
import { notifyAdmins, recordAudit, requireReason } from '../audit/service.ts';
import { deleteUnreadNotifications, notify } from '../notifications/service.ts';
import { lockForSanction, muteCollapseKey, type Sanction, toIsoOrNull, unmuteLocked } from './mutes.ts';
import { mayChangeSanction, sanctionError } from './policy.ts';
import {
  type Account,
  accountNamed,
  insertProposal,
  openProposals,
  setSanctionEnd,
  takeProposal,
} from './queries.ts';
import { describeSuspension, endSuspensionLocked, suspendLocked } from './suspensions.ts';

export { mute, muteCollapseKey } from './mutes.ts';
export { isForAdmins } from './policy.ts';
export { lockActorAndTarget } from './queries.ts';
export { endSuspensionByOperator, suspend, suspendByOperator } from './suspensions.ts';
export { listSanctionChanges, undoSanctionChange } from './undo.ts';

const PROPOSALS_LINK = '/admin/mutes';

type SanctionKind = 'mute' | 'suspension';
/** A staff member and a player. Both accounts are locked. */
type Locked = { actor: Account; target: Account };

/**
 * Find a player by full username, ignoring case and blocks. Also return the actions that the viewer is allowed to take.
 * @throws AppError `notFound`.
 */
export async function findPlayerForStaff(
  db: DbOrTx,
  site: Site,
  name: string,
  viewer: Viewer,
): Promise<FoundPlayer> {
  const account = await accountNamed(db, name.trim());
  if (!account) throw new AppError('notFound', STAFF_ERRORS.nobody);
  const now = site.clock.now();
  const muted = isMuted({ mutedUntil: account.muted_until }, now);
  const suspended = isSuspended(account, now);
  const lower = sanctionError(viewer, account) === null;
  return {
    id: account.id,
    userId: account.id,
    username: account.username,
    avatarUrl: account.avatar_url,
    role: account.role,
    mutedUntil: muted ? toIsoOrNull(account.muted_until) : null,
    mutedBy: muted ? account.muted_by_name : null,
    mayMute: lower && (!muted || mayChangeSanction(viewer, account.muted_by_role)),
    suspended,
    suspendedUntil: suspended ? toIsoOrNull(account.suspended_until) : null,
    suspendedBy: suspended ? account.suspended_by_name : null,
    maySuspend: lower && (!suspended || mayChangeSanction(viewer, account.suspended_by_role)),
  };
}

/**
 * Propose a permanent suspension of an account to the admins.
 * @throws AppError as `lockForSanction` does; `conflict` if a suspension is already proposed; `invalid` for a reason
 *   that is missing or too long.
 */
export async function proposeSuspension(
  db: DbOrTx,
  site: Site,
  { rule, reason: sent, ...sanction }: Sanction & { rule?: Rule | null | undefined; reason: string | null },
): Promise<void> {
  const reason = requireReason(sent);
  await transaction(db, async (tx) => {
    const { actor, target } = await lockForSanction(tx, sanction);
    const at = site.clock.now();
    const proposal = { userId: target.id, by: actor.id, rule: rule ?? 'other', reason, at };
    if (!(await insertProposal(tx, proposal))) throw new AppError('conflict', STAFF_ERRORS.alreadyProposed);
    await recordAudit(tx, site, {
      kind: 'suspension.propose',
      actorId: actor.id,
      targetId: target.id,
      reason,
    });
    await notifyAdmins(tx, site, {
      except: actor.id,
      ...NOTIFICATION_MESSAGES.suspensionProposed(actor.username, target.username),
      link: PROPOSALS_LINK,
      collapse: `suspension-proposal:${target.id}`,
    });
  });
}

/** Return the open proposals, oldest first. */
export async function listProposals(db: DbOrTx): Promise<SuspensionProposal[]> {
  return (await openProposals(db)).map((row) => ({
    userId: row.id,
    username: row.username,
    avatarUrl: row.avatar_url,
    rule: row.rule,
    reason: row.reason,
    proposedBy: row.proposed_by_name,
    createdAt: row.created_at.toISOString(),
  }));
}

/**
 * Accept a proposal and suspend the account permanently, or reject the proposal. Notify the moderator who made it.
 * @throws AppError as `lockForSanction` does; `forbidden` if the caller is no longer an admin; `notFound` if the
 *   proposal was already decided.
 */
export async function decideProposal(
  db: DbOrTx,
  site: Site,
  { accept, ...sanction }: Sanction & { accept: boolean },
): Promise<void> {
  await transaction(db, async (tx) => {
    const { actor, target } = await lockForSanction(tx, sanction);
    // Check the role again: the session data might be a second old, and the caller might no longer be an admin.
    if (actor.role !== 'admin') throw new AppError('forbidden');
    const proposal = await takeProposal(tx, target.id);
    if (!proposal) throw new AppError('notFound', STAFF_ERRORS.noProposal);
    const { rule, reason, proposed_by: userId } = proposal;
    if (accept) await suspendLocked(tx, site, { actor, target, until: null, rule, reason });
    else
      await recordAudit(tx, site, {
        kind: 'suspension.reject',
        actorId: actor.id,
        targetId: target.id,
        reason,
      });
    await notify(tx, site, {
      userId,
      type: 'system',
      ...NOTIFICATION_MESSAGES.suspensionDecided(target.username, accept),
      link: PROPOSALS_LINK,
      actorId: actor.id,
    });
  });
}

/**
 * End an active mute or suspension after an appeal.
 * @throws AppError `forbidden` if staff of a higher rank imposed it; `tooOften`.
 */
export async function liftSanction(
  tx: Tx,
  site: Site,
  kind: SanctionKind,
  { actor, target }: Locked,
): Promise<void> {
  if (kind === 'mute') await unmuteLocked(tx, site, { actor, target });
  else await endSuspensionLocked(tx, site, actor, target);
}

/**
 * Set an earlier end for an active mute or suspension after an appeal. The sanction's reason and the staff member who
 * imposed it stay the same.
 * @throws AppError `tooOften`.
 */
export async function shortenSanction(
  tx: Tx,
  site: Site,
  kind: SanctionKind,
  { actor, target, until, reason }: Locked & { until: Date; reason: string },
): Promise<void> {
  await setSanctionEnd(tx, target.id, kind, until);
  await updateAddressSanction(tx, site, kind, target);
  if (kind === 'mute') {
    invalidateSessions(tx, site, target.id);
    await deleteUnreadNotifications(tx, site, { collapse: muteCollapseKey(target.id) });
  }
  await recordAudit(tx, site, {
    kind: `${kind}.begin`,
    actorId: actor.id,
    targetId: target.id,
    before: kind === 'mute' ? toIsoOrNull(target.muted_until) : describeSuspension(target, site.clock.now()),
    after: until.toISOString(),
    reason,
  });
}
