import type { Role } from '@rivalhold/shared/contract/accounts.ts';
import type { Rule } from '@rivalhold/shared/contract/decisions.ts';
import type { Mute, MuteDuration } from '@rivalhold/shared/contract/moderation.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { STAFF_ERRORS } from '@rivalhold/shared/texts/moderation.ts';
import { NOTIFICATION_MESSAGES } from '@rivalhold/shared/texts/notification-messages.ts';
import { type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { isMuted } from '../../platform/security/account-restrictions.ts';
import type { Site } from '../../platform/site.ts';
import { invalidateSessions, updateAddressSanction } from '../accounts/service.ts';
import { recordAudit, toReason } from '../audit/service.ts';
import { endSanctionDecision, recordDecision } from '../decisions/service.ts';
import { deleteUnreadNotifications, notify } from '../notifications/service.ts';
import { mayChangeSanction, sanctionError } from './policy.ts';
import { type Account, lockActorAndTarget, type MuteRow, mutesAfter, setMute } from './queries.ts';

/** The player affected by a sanction, and the staff member who imposes or ends it. */
export type Sanction = { userId: number; by: { id: number } };

/** Return the collapse key of the notification about a mute. */
export const muteCollapseKey = (userId: number): string => `muted:${userId}`;

const present = (row: MuteRow, viewer: { role: Role }): Mute => ({
  userId: row.id,
  username: row.username,
  avatarUrl: row.avatar_url,
  mutedUntil: row.muted_until.toISOString(),
  reason: row.mute_reason,
  mutedBy: row.muted_by_name,
  mayChange: mayChangeSanction(viewer, row.muted_by_role),
});

/**
 * Lock the staff member and the player involved in a sanction until the transaction ends, and return both.
 * @throws AppError `notFound` for an unknown player; `unauthenticated` if the staff member's account is deleted;
 *   `forbidden` for the staff member's own account, for staff of the same rank or above, and if the caller is no longer
 *   staff
 */
export async function lockForSanction(
  tx: Tx,
  { userId, by }: Sanction,
): Promise<{ actor: Account; target: Account }> {
  const { actor, target } = await lockActorAndTarget(tx, by.id, userId);
  if (!target) throw new AppError('notFound', STAFF_ERRORS.nobody);
  if (!actor) throw new AppError('unauthenticated');
  const refusal = sanctionError(actor, target);
  if (refusal !== null) throw new AppError('forbidden', refusal);
  return { actor, target };
}

/** Throw AppError `forbidden` if an active mute was imposed by staff of a higher rank than the actor. */
function assertMayChange(
  actor: Account,
  { muted_until: until, muted_by_role: by }: Account,
  now: Date,
): void {
  if (until && isMuted({ mutedUntil: until }, now) && !mayChangeSanction(actor, by))
    throw new AppError('forbidden', STAFF_ERRORS.adminMuted(until));
}

/**
 * Mute a player for the given duration from now. The mute replaces an active mute and applies immediately to open
 * sockets. Notify the player.
 * @throws AppError as `lockForSanction` does; `forbidden` if a moderator replaces an admin's mute; `invalid` for a
 *   reason longer than 500 characters.
 */
export async function mute(
  db: DbOrTx,
  site: Site,
  {
    duration,
    rule,
    reason: sent,
    ...sanction
  }: Sanction & { duration: MuteDuration; rule?: Rule | null | undefined; reason: string | null },
): Promise<Mute> {
  const reason = toReason(sent);
  return transaction(db, async (tx) => {
    const { actor, target } = await lockForSanction(tx, sanction);
    const now = site.clock.now();
    assertMayChange(actor, target, now);
    const until = new Date(now.getTime() + LIMITS.mute.ms[duration]);
    await setMute(tx, target.id, { until, by: actor.id, reason });
    await updateAddressSanction(tx, site, 'mute', target);
    invalidateSessions(tx, site, target.id);
    await notify(tx, site, {
      userId: target.id,
      type: 'system',
      ...NOTIFICATION_MESSAGES.muted(until, reason),
      link: '/decisions',
      collapse: muteCollapseKey(target.id),
    });
    const auditId = await recordAudit(tx, site, {
      kind: 'mute.begin',
      actorId: actor.id,
      targetId: target.id,
      before: isMuted({ mutedUntil: target.muted_until }, now) ? toIsoOrNull(target.muted_until) : null,
      after: until.toISOString(),
      reason,
    });
    await recordDecision(tx, site, {
      userId: target.id,
      kind: 'mute',
      scope: 'publishing',
      rule,
      reason,
      decidedBy: actor.id,
      auditId,
      endsAt: until,
    });
    return present(
      {
        ...target,
        muted_until: until,
        mute_reason: reason,
        muted_by_name: actor.username,
        muted_by_role: actor.role,
      },
      actor,
    );
  });
}

/**
 * End a mute immediately. If the mute has expired, only remove it from the list of mutes, and record nothing.
 * @throws AppError as `lockForSanction` does; `forbidden` if a moderator ends an admin's mute.
 */
export async function unmute(db: DbOrTx, site: Site, sanction: Sanction): Promise<void> {
  await transaction(db, async (tx) => {
    const { actor, target } = await lockForSanction(tx, sanction);
    await unmuteLocked(tx, site, { actor, target });
  });
}

/**
 * End a mute as `unmute` does, after both accounts are locked.
 * @throws AppError `forbidden` if a moderator ends an admin's mute.
 */
export async function unmuteLocked(
  tx: Tx,
  site: Site,
  { actor, target }: { actor: Account; target: Account },
): Promise<void> {
  if (target.muted_until === null) return;
  assertMayChange(actor, target, site.clock.now());
  await setMute(tx, target.id, null);
  await updateAddressSanction(tx, site, 'mute', target);
  if (!isMuted({ mutedUntil: target.muted_until }, site.clock.now())) return;
  await endSanctionDecision(tx, site, { userId: target.id, kind: 'mute' });
  invalidateSessions(tx, site, target.id);
  await deleteUnreadNotifications(tx, site, { collapse: muteCollapseKey(target.id) });
  await recordAudit(tx, site, {
    kind: 'mute.end',
    actorId: actor.id,
    targetId: target.id,
    before: toIsoOrNull(target.muted_until),
  });
}

/** Return a date as an ISO string. Return null for null. */
export const toIsoOrNull = (at: Date | null): string | null => at?.toISOString() ?? null;

/**
 * Return active mutes, and mutes that expired less than `LIMITS.mute.shownMs` ago, latest end first.
 * `mayChange` is true if the viewer is allowed to change the mute.
 */
export async function listMutes(db: DbOrTx, site: Site, viewer: { role: Role }): Promise<Mute[]> {
  const after = new Date(site.clock.now().getTime() - LIMITS.mute.shownMs);
  return (await mutesAfter(db, after)).map((row) => present(row, viewer));
}
