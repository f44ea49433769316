import type { Rule } from '@rivalhold/shared/contract/decisions.ts';
import type { SuspensionProposal } from '@rivalhold/shared/contract/moderation.ts';
import { STAFF_ERRORS } from '@rivalhold/shared/texts/moderation.ts';
import { NOTIFICATION_MESSAGES } from '@rivalhold/shared/texts/notification-messages.ts';
import { type DbOrTx, transaction } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { Site } from '../../platform/site.ts';
import { notifyAdmins, recordAudit, requireReason } from '../audit/service.ts';
import { notify } from '../notifications/service.ts';
import { lockForSanction, type Sanction } from './mutes.ts';
import { insertProposal, openProposals, takeProposal } from './queries.ts';
import { suspendLocked } from './suspensions.ts';

const PROPOSALS_LINK = '/admin/mutes';

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
