import type { Role } from '@rivalhold/shared/contract/accounts.ts';
import type { Mute, MuteDuration } from '@rivalhold/shared/contract/moderation.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { STAFF_ERRORS } from '@rivalhold/shared/texts/moderation.ts';
import { NOTIFICATION_MESSAGES } from '@rivalhold/shared/texts/notification-messages.ts';
import { type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { isMuted } from '../../platform/security/account-restrictions.ts';
import type { Site } from '../../platform/site.ts';
import { invalidateSessions } from '../accounts/service.ts';
import { recordAudit, toReason } from '../audit/service.ts';
import { deleteUnreadNotifications, notify } from '../notifications/service.ts';
import { mayChangeSanction, sanctionError } from './policy.ts';
import { type Account, lockActorAndTarget, type MuteRow, mutesAfter, setMute } from './queries.ts';

/** A sanction, and who of the staff is behind it. */
export type Sanction = { userId: number; by: { id: number } };

const muteCollapseKey = (userId: number): string => `muted:${userId}`;

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
 * Both who acts and whom on, locked for the transaction.
 * @throws AppError notFound for nobody, forbidden for oneself, for staff of the same rank or above, and for who has
 * just ceased to be staff.
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

/** @throws AppError forbidden where a mute holds that staff of a higher rank than the actor's have given. */
function assertMayChange(
  actor: Account,
  { muted_until: until, muted_by_role: by }: Account,
  now: Date,
): void {
  if (until && isMuted({ mutedUntil: until }, now) && !mayChangeSanction(actor, by))
    throw new AppError('forbidden', STAFF_ERRORS.adminMuted(until));
}

/**
 * Mutes a player from now on, in place of a mute that holds; it holds in open sockets at once, and the player is told.
 * @throws AppError as `lockForSanction` does; forbidden in place of an admin's mute for who is none; invalid beyond 500 characters of reason.
 */
export async function mute(
  db: DbOrTx,
  site: Site,
  { duration, reason: sent, ...sanction }: Sanction & { duration: MuteDuration; reason: string | null },
): Promise<Mute> {
  const reason = toReason(sent);
  return transaction(db, async (tx) => {
    const { actor, target } = await lockForSanction(tx, sanction);
    const now = site.clock.now();
    assertMayChange(actor, target, now);
    const until = new Date(now.getTime() + LIMITS.mute.ms[duration]);
    await setMute(tx, target.id, { until, by: actor.id, reason });
    invalidateSessions(tx, site, target.id);
    await notify(tx, site, {
      userId: target.id,
      type: 'system',
      ...NOTIFICATION_MESSAGES.muted(until, reason),
      link: '/dashboard',
      collapse: muteCollapseKey(target.id),
    });
    await recordAudit(tx, site, {
      kind: 'mute.begin',
      actorId: actor.id,
      targetId: target.id,
      before: isMuted({ mutedUntil: target.muted_until }, now) ? toIsoOrNull(target.muted_until) : null,
      after: until.toISOString(),
      reason,
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
 * Ends a mute at once. To end none is no error and leaves no trace; one that is over goes from the list.
 * @throws AppError as `lockForSanction` does; forbidden for an admin's mute to who is none.
 */
export async function unmute(db: DbOrTx, site: Site, sanction: Sanction): Promise<void> {
  await transaction(db, async (tx) => {
    const { actor, target } = await lockForSanction(tx, sanction);
    if (target.muted_until === null) return;
    assertMayChange(actor, target, site.clock.now());
    await setMute(tx, target.id, null);
    if (!isMuted({ mutedUntil: target.muted_until }, site.clock.now())) return;
    invalidateSessions(tx, site, target.id);
    await deleteUnreadNotifications(tx, site, { collapse: muteCollapseKey(target.id) });
    await recordAudit(tx, site, {
      kind: 'mute.end',
      actorId: actor.id,
      targetId: target.id,
      before: toIsoOrNull(target.muted_until),
    });
  });
}

export const toIsoOrNull = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Who is muted, and whose mute ended in the last days; the latest end first; with what is for the viewer to change. */
export async function listMutes(db: DbOrTx, site: Site, viewer: { role: Role }): Promise<Mute[]> {
  const after = new Date(site.clock.now().getTime() - LIMITS.mute.shownMs);
  return (await mutesAfter(db, after)).map((row) => present(row, viewer));
}
