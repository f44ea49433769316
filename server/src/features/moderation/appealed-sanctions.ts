import type { Tx } from '../../platform/db/db.ts';
import type { Site } from '../../platform/site.ts';
import { invalidateSessions, updateAddressSanction } from '../accounts/service.ts';
import { recordAudit } from '../audit/service.ts';
import { deleteUnreadNotifications } from '../notifications/service.ts';
import { muteCollapseKey, toIsoOrNull, unmuteLocked } from './mutes.ts';
import { type Account, setSanctionEnd } from './queries.ts';
import { describeSuspension, endSuspensionLocked } from './suspensions.ts';

type Kind = 'mute' | 'suspension';
/** A staff member and a player. Both accounts are locked. */
type Locked = { actor: Account; target: Account };

/**
 * End an active mute or suspension after an appeal.
 * @throws AppError `forbidden` if staff of a higher rank imposed it; `tooOften`.
 */
export async function liftSanction(tx: Tx, site: Site, kind: Kind, { actor, target }: Locked): Promise<void> {
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
  kind: Kind,
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
