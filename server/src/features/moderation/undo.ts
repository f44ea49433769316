import type { AuditKind } from '@rivalhold/shared/contract/audit.ts';
import type { DecisionScope } from '@rivalhold/shared/contract/decisions.ts';
import { type Db, type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { isMuted, PERMANENT } from '../../platform/security/account-restrictions.ts';
import type { Site } from '../../platform/site.ts';
import { deleteAppealToken, invalidateSessions, updateAddressSanction } from '../accounts/service.ts';
import { recordAudit } from '../audit/service.ts';
import { forfeitFights } from '../combat/service.ts';
import { endSanctionDecision, reviveDecision } from '../decisions/service.ts';
import { deleteUnreadNotifications } from '../notifications/service.ts';
import { muteCollapseKey, toIsoOrNull } from './mutes.ts';
import {
  type Account,
  lockActorAndTarget,
  type SanctionEntry,
  sanctionedBy,
  sanctionHistory,
  setMute,
  setSuspension,
} from './queries.ts';
import { describeSuspension } from './suspensions.ts';

/** A mute or suspension as stored in the audit log: its end, `PERMANENT`, or null if there is none. */
type Described = string | null;

/** The values and functions needed to undo changes to one kind of sanction. */
type Undoing = {
  sanction: 'mute' | 'suspension';
  scope: DecisionScope;
  kinds: readonly AuditKind[];
  undoKind: AuditKind;
  describe: (target: Account, now: Date) => Described;
  /** Set the sanction to an earlier state. `cause` is the audit log entry about the action that led to that state. */
  set: (
    tx: Tx,
    site: Site,
    target: Account,
    state: Described,
    cause: SanctionEntry | undefined,
  ) => Promise<void>;
};

const NO_REASON = 'Suspended by staff';

const UNDOINGS: readonly Undoing[] = [
  {
    sanction: 'mute',
    scope: 'publishing',
    kinds: ['mute.begin', 'mute.end', 'mute.undo'],
    undoKind: 'mute.undo',
    describe: ({ muted_until: until }, now) =>
      isMuted({ mutedUntil: until }, now) ? toIsoOrNull(until) : null,
    async set(tx, site, target, state, cause) {
      const { id } = target;
      const until = state === null ? null : new Date(state);
      await setMute(tx, id, until && { until, by: cause?.actor_id ?? null, reason: cause?.reason ?? null });
      await updateAddressSanction(tx, site, 'mute', target);
      invalidateSessions(tx, site, id);
      if (!until) await deleteUnreadNotifications(tx, site, { collapse: muteCollapseKey(id) });
    },
  },
  {
    sanction: 'suspension',
    scope: 'account',
    kinds: ['suspension.begin', 'suspension.end', 'suspension.undo'],
    undoKind: 'suspension.undo',
    describe: describeSuspension,
    async set(tx, site, target, state, cause) {
      const { id } = target;
      const suspension =
        state === null
          ? null
          : {
              at: site.clock.now(),
              until: state === PERMANENT ? null : new Date(state),
              by: cause?.actor_id ?? null,
              reason: cause?.reason ?? NO_REASON,
            };
      await setSuspension(tx, id, suspension);
      await updateAddressSanction(tx, site, 'suspension', target);
      if (!suspension) return deleteAppealToken(tx, id);
      await site.sessions.endAll(tx, id, null);
      await forfeitFights(tx, site, id);
    },
  },
];

/**
 * The changes that a staff member has made to the mute or the suspension of one player since a given time.
 */
type SanctionChange = { undoing: Undoing; actorId: number; since: Date; targetId: number };

/** Return the mutes and suspensions that a staff member began, replaced or ended since a given time. */
export async function listSanctionChanges(
  db: DbOrTx,
  by: { actorId: number; since: Date },
): Promise<SanctionChange[]> {
  const changes: SanctionChange[] = [];
  for (const undoing of UNDOINGS)
    for (const targetId of await sanctionedBy(db, { ...by, kinds: undoing.kinds }))
      changes.push({ undoing, targetId, ...by });
  return changes;
}

/**
 * Undo a staff member's changes to a sanction by restoring the state before the first of these changes. If the latest
 * change is by another staff member, do nothing.
 * @returns false if nothing was undone
 * @throws AppError `forbidden` if the caller is no longer an admin
 */
export async function undoSanctionChange(
  db: Db,
  site: Site,
  adminId: number,
  { undoing: { sanction, scope, kinds, undoKind, describe, set }, actorId, since, targetId }: SanctionChange,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const { actor, target } = await lockActorAndTarget(tx, adminId, targetId);
    if (actor?.role !== 'admin') throw new AppError('forbidden');
    const { first, last, previous } = await sanctionHistory(tx, { actorId, targetId, since, kinds });
    if (!target || !first || last?.actor_id !== actorId) return false;
    const now = site.clock.now();
    const isOver = first.before !== null && first.before !== PERMANENT && new Date(first.before) <= now;
    const [before, after] = [describe(target, now), isOver ? null : first.before];
    if (before === after) return false;
    await set(tx, site, target, after, previous);
    const auditId = await recordAudit(tx, site, {
      kind: undoKind,
      actorId: adminId,
      targetId,
      before,
      after,
    });
    const decision = { userId: targetId, kind: sanction };
    if (after === null) await endSanctionDecision(tx, site, decision);
    else
      await reviveDecision(tx, site, {
        ...decision,
        scope,
        rule: null,
        reason: previous?.reason ?? null,
        decidedBy: previous?.actor_id ?? null,
        auditId,
        endsAt: after === PERMANENT ? null : new Date(after),
      });
    return true;
  });
}
