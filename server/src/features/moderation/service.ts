import type { FoundPlayer } from '@rivalhold/shared/contract/moderation.ts';
import type { Viewer } from '@rivalhold/shared/roles.ts';
import { STAFF_ERRORS } from '@rivalhold/shared/texts/moderation.ts';
import type { DbOrTx } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { isMuted, isSuspended } from '../../platform/security/account-restrictions.ts';
import type { Site } from '../../platform/site.ts';
import { toIsoOrNull } from './mutes.ts';
import { mayChangeSanction, sanctionError } from './policy.ts';
import { accountNamed } from './queries.ts';

export { liftSanction, shortenSanction } from './appealed-sanctions.ts';
export { listMutes, mute, muteCollapseKey, type Sanction, unmute } from './mutes.ts';
export { isForAdmins } from './policy.ts';
export { decideProposal, listProposals, proposeSuspension } from './proposals.ts';
export { lockActorAndTarget } from './queries.ts';
export {
  endSuspension,
  endSuspensionByOperator,
  listSuspensions,
  suspend,
  suspendByOperator,
} from './suspensions.ts';
export { listSanctionChanges, undoSanctionChange } from './undo.ts';

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
