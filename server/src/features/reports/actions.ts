import { LIMITS } from '@rivalhold/shared/limits.ts';
import { NOTIFICATION_MESSAGES } from '@rivalhold/shared/texts/notification-messages.ts';
import { REPORT_ERRORS as TEXTS } from '@rivalhold/shared/texts/reports.ts';
import { isVisible } from '@rivalhold/shared/visible-text.ts';
import { type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError, hasCode, invalidFieldsError } from '../../platform/errors.ts';
import type { Site } from '../../platform/site.ts';
import { recordAudit } from '../audit/service.ts';
import { mute, suspend } from '../moderation/service.ts';
import { notify } from '../notifications/service.ts';
import {
  insertNote,
  lockReportCase,
  mustBeHandledByOthers,
  type RankedUser,
  type ReportCase,
  setAssignee,
  setResolved,
  staffById,
  subjectOf,
} from './cases.ts';
import { showReviewed } from './hiding.ts';
import { kindOf } from './kinds.ts';
import { assertMayHandle, type Resolution, type ResolutionInput, validateResolution } from './policy.ts';

/** A case that the acting staff member is allowed to handle. */
type AssignedCase = ReportCase & { actor: RankedUser; id: number };
type ReportAction = { id: number; by: { id: number } };
export type ReportActionInput = ResolutionInput & { action: 'claim' | 'release' | 'note' | 'resolve' };

/** The page to which notifications about reports link. */
const HOME_PATH = '/dashboard';

/**
 * Perform a staff action on a report. All unresolved reports about the same content form one case, so assigning or
 * resolving one report applies to all of them.
 * @throws AppError `notFound`; `forbidden` for content that belongs to the acting staff member or to staff of a higher
 *   rank, or if the acting staff member has reported the content and other staff can handle the case; `conflict` if the
 *   case is resolved, or assigned to another staff member; `invalid` for missing fields.
 */
export async function performAction(
  db: DbOrTx,
  site: Site,
  { id, by, ...sent }: ReportAction & ReportActionInput,
): Promise<void> {
  const note = sent.action === 'note' ? validateNote(sent.text) : '';
  const resolution = sent.action === 'resolve' ? validateResolution(sent) : null;
  await transaction(db, async (tx) => {
    const assignedCase = await lockCaseForActor(tx, { id, by });
    if (sent.action === 'note') return addNote(tx, site, assignedCase, note);
    if (assignedCase.own.state === 'resolved')
      throw new AppError('conflict', await resolvedMessage(tx, assignedCase));
    const holder = await otherAssignee(tx, assignedCase);
    const canForceRelease = sent.action === 'release' && assignedCase.actor.role === 'admin';
    if (holder && !canForceRelease) throw new AppError('conflict', TEXTS.assigned(holder.username));
    if (
      sent.action !== 'release' &&
      (await mustBeHandledByOthers(tx, { ...assignedCase, viewerId: assignedCase.actor.id }))
    )
      throw new AppError('forbidden', TEXTS.reporter);
    if (resolution) return resolve(tx, site, assignedCase, resolution);
    return assign(tx, site, assignedCase, sent.action === 'claim' ? assignedCase.actor.id : null);
  });
}

function validateNote(sent: string | null | undefined): string {
  const text = (sent ?? '').trim();
  if (!isVisible(text)) throw invalidFieldsError({ text: TEXTS.noteMissing });
  if (text.length > LIMITS.staffNote) throw invalidFieldsError({ text: TEXTS.noteLong });
  return text;
}

async function lockCaseForActor(tx: Tx, { id, by }: ReportAction): Promise<AssignedCase> {
  const found = await lockReportCase(tx, id, by.id);
  if (!found) throw new AppError('notFound');
  const { actor } = found;
  assertMayHandle(actor, { id: found.reportedId, role: found.reported?.role });
  return { ...found, actor, id };
}

/**
 * Return the case's assignee. Return undefined if the case is not assigned, or if the assignee is the acting staff
 * member or no longer staff.
 */
async function otherAssignee(tx: Tx, { open, actor }: AssignedCase): Promise<RankedUser | undefined> {
  const assignees = new Set(open.map(({ assignee_id: assignee }) => assignee));
  for (const assignee of assignees) {
    if (assignee === null || assignee === actor.id) continue;
    const party = await staffById(tx, assignee);
    if (party) return party;
  }
  return undefined;
}

async function resolvedMessage(tx: Tx, { own }: AssignedCase): Promise<string> {
  const resolver = own.resolved_by === null ? undefined : await staffById(tx, own.resolved_by);
  return TEXTS.resolved(resolver?.username ?? null);
}

async function addNote(tx: Tx, site: Site, assignedCase: AssignedCase, text: string): Promise<void> {
  await insertNote(tx, {
    reportId: assignedCase.id,
    authorId: assignedCase.actor.id,
    text,
    at: site.clock.now(),
  });
  await recordAudit(tx, site, {
    kind: 'report.note',
    actorId: assignedCase.actor.id,
    targetId: assignedCase.reportedId,
    subject: subjectOf(assignedCase),
    after: text,
  });
}

async function assign(
  tx: Tx,
  site: Site,
  assignedCase: AssignedCase,
  assigneeId: number | null,
): Promise<void> {
  const changed = assignedCase.open
    .filter(({ assignee_id: assignee }) => assignee !== assigneeId)
    .map(({ id }) => id);
  if (changed.length === 0) return;
  await setAssignee(tx, changed, assigneeId);
  await recordAudit(tx, site, {
    kind: assigneeId === null ? 'report.release' : 'report.claim',
    actorId: assignedCase.actor.id,
    targetId: assignedCase.reportedId,
    subject: subjectOf(assignedCase),
  });
}

async function resolve(
  tx: Tx,
  site: Site,
  assignedCase: AssignedCase,
  resolution: Resolution,
): Promise<void> {
  const { actor, open, reportedId } = assignedCase;
  const { outcome, reason } = resolution;
  await applyResolution(tx, site, assignedCase, resolution);
  await showReviewed(tx, site, { ...assignedCase, authorId: reportedId });
  await setResolved(
    tx,
    open.map(({ id }) => id),
    { outcome, by: actor.id, at: site.clock.now() },
  );
  await recordAudit(tx, site, {
    kind: 'report.resolve',
    actorId: actor.id,
    targetId: reportedId,
    subject: subjectOf(assignedCase),
    after: outcome,
    reason,
  });
  for (const { reporter_id: userId } of open)
    if (userId !== actor.id)
      await notify(tx, site, {
        userId,
        type: 'system',
        ...NOTIFICATION_MESSAGES.reportOutcome(outcome !== 'dismiss'),
        link: HOME_PATH,
      });
}

async function applyResolution(
  tx: Tx,
  site: Site,
  assignedCase: AssignedCase,
  resolution: Resolution,
): Promise<void> {
  const { actor, reportedId: userId } = assignedCase;
  if ('alsoDelete' in resolution && resolution.alsoDelete)
    await removeReportedContent(tx, site, assignedCase, resolution);
  switch (resolution.outcome) {
    case 'dismiss':
      return;
    case 'delete':
      return removeReportedContent(tx, site, assignedCase, resolution);
    case 'warn':
      await notify(tx, site, {
        userId,
        type: 'system',
        ...NOTIFICATION_MESSAGES.warned(resolution.reason),
        link: HOME_PATH,
      });
      await recordAudit(tx, site, {
        kind: 'user.warn',
        actorId: actor.id,
        targetId: userId,
        reason: resolution.reason,
      });
      return;
    case 'mute':
      await mute(tx, site, { ...resolution, userId, by: actor });
      return;
    case 'suspend':
      await suspend(tx, site, { ...resolution, userId, by: actor });
  }
}

/**
 * Delete the reported content with the function of its feature, which notifies the author. Content that no longer
 * exists counts as deleted, and its author is notified, too.
 */
async function removeReportedContent(
  tx: Tx,
  site: Site,
  assignedCase: AssignedCase,
  { rule, reason }: Resolution,
): Promise<void> {
  const { kind, subjectId, actor, reportedId: userId } = assignedCase;
  const { remove } = kindOf(site, kind);
  if (!remove) throw invalidFieldsError({ outcome: TEXTS.cannotDelete });
  try {
    await remove(tx, site, { id: subjectId, viewer: actor, reason: { rule, reason } });
  } catch (error) {
    if (!hasCode(error, 'notFound')) throw error;
    await notify(tx, site, {
      userId,
      type: 'system',
      ...NOTIFICATION_MESSAGES.contentRemoved(kind, reason),
      link: HOME_PATH,
    });
  }
}
