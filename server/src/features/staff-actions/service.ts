import type { StaffStop, Undone } from '@rivalhold/shared/contract/staff-actions.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { STAFF_LIMIT_TEXTS as TEXTS } from '@rivalhold/shared/texts/staff-actions.ts';
import { DAY } from '@rivalhold/shared/time-units.ts';
import { type Db, type DbOrTx, transaction } from '../../platform/db/db.ts';
import { AppError, invalidFieldsError, toAppError } from '../../platform/errors.ts';
import { listAdmins } from '../../platform/security/account-status.ts';
import { defineRateLimits } from '../../platform/security/rate-limits.ts';
import type { Site } from '../../platform/site.ts';
import { notifyAdmins, recordAudit } from '../audit/service.ts';
import { type RestoredContent, restoredContent } from '../decisions/service.ts';
import { listSanctionChanges, undoSanctionChange } from '../moderation/service.ts';
import { removalsBy, removeAgain, restoreRemoval } from '../removals/service.ts';
import { listResolvedReports, reopenReport } from '../reports/service.ts';
import { assertCode, type Confirmation, confirmStaffIdentity, sendCode } from './confirmation.ts';
import {
  clearStop,
  contactOf,
  listStopRows,
  lockStop,
  type StopKey,
  type StopRow,
  setCode,
} from './queries.ts';

/**
 * Tolerance in ms for the start of the period to undo. The form computes the last 30 days with the browser's clock,
 * which might be behind the site's clock.
 */
const CLOCK_TOLERANCE_MS = DAY;

const RATE_LIMITS = defineRateLimits({ staffCode: { points: 5, seconds: 3600 } });

/**
 * Return how a viewer can confirm that a stopped staff member may continue. Staff cannot end their own stop. The only
 * exception is a site with a single admin, who needs a password and an emailed code.
 */
const confirmationFor = (
  viewerId: number,
  actorId: number,
  admins: readonly { id: number }[],
): StaffStop['confirmation'] => {
  if (viewerId !== actorId) return 'password';
  return admins.some(({ id }) => id !== viewerId) ? 'none' : 'passwordAndCode';
};

/** Return the stops of all staff members, latest first, and how the viewer can end each of them. */
export async function listStops(db: DbOrTx, viewerId: number): Promise<StaffStop[]> {
  const [rows, admins] = [await listStopRows(db), await listAdmins(db)];
  return rows.map((row: StopRow) => ({
    actorId: row.actor_id,
    actorName: row.username,
    budget: row.budget,
    stoppedAt: row.stopped_at.toISOString(),
    confirmation: confirmationFor(viewerId, row.actor_id, admins),
  }));
}

/**
 * Email the site's only admin a code with which they can end their own stop.
 * @throws AppError `notFound` if the admin is not stopped; `forbidden` if another admin can end the stop;
 *   `tooOften`.
 */
export async function mailCode(
  db: DbOrTx,
  site: Site,
  { viewerId, ...key }: StopKey & { viewerId: number },
): Promise<void> {
  await site.limits.consume(RATE_LIMITS.staffCode, viewerId);
  await transaction(db, async (tx) => {
    if (!(await lockStop(tx, key))) throw new AppError('notFound', TEXTS.notStopped);
    const admins = await listAdmins(tx);
    const kind = confirmationFor(viewerId, key.actorId, admins);
    const contact = admins.find(({ id }) => id === viewerId);
    if (kind !== 'passwordAndCode' || !contact) throw new AppError('forbidden', TEXTS.anotherAdmin);
    const expiresAt = new Date(site.clock.now().getTime() + LIMITS.staffCodeMs);
    await setCode(tx, key, { hash: await sendCode(tx, site, contact), expiresAt });
  });
}

/**
 * Let a stopped staff member continue. Earlier actions no longer count towards the budget that they used up.
 * @throws AppError `notFound` if the staff member is not stopped; `forbidden` if the caller is no longer an admin, or
 *   is the stopped staff member although there are other admins; `invalid` for a wrong password or code.
 */
export async function confirmStop(
  db: Db,
  site: Site,
  { viewerId, code, password, ...key }: StopKey & Confirmation & { viewerId: number; code?: string | null },
): Promise<void> {
  const lockConfirmed = await confirmStaffIdentity(db, site, viewerId, { password });
  await transaction(db, async (tx) => {
    await lockConfirmed(tx);
    const admins = await listAdmins(tx);
    if (!admins.some(({ id }) => id === viewerId)) throw new AppError('forbidden');
    const stop = await lockStop(tx, key);
    if (!stop) throw new AppError('notFound', TEXTS.notStopped);
    const kind = confirmationFor(viewerId, key.actorId, admins);
    if (kind === 'none') throw new AppError('forbidden', TEXTS.anotherAdmin);
    const now = site.clock.now();
    if (kind === 'passwordAndCode') assertCode(code, stop, now);
    await clearStop(tx, key, now);
    await recordAudit(tx, site, {
      kind: 'limit.confirm',
      actorId: viewerId,
      targetId: key.actorId,
      subject: key.budget,
    });
  });
}

/**
 * Undo the actions of a staff member since a given time. First, delete the content that they restored, including
 * content that they restored by overturning a decision. Then restore the content that they deleted, with the latest
 * deletion first. Finally, undo their changes to mutes and suspensions, and reopen the reports that they resolved. Each
 * action is undone in its own transaction. If an action on content cannot be undone, it is skipped and counted. A
 * request undoes one batch, which counts as one action towards the budget of the admin. The other admins are notified.
 * @param left the number of actions that were left after the previous batch
 * @throws AppError `invalid` for a wrong password, and for a time that is more than 31 days ago; `forbidden` if the
 *   caller is no longer an admin; `tooOften` if the budget is used up.
 */
export async function undoActions(
  db: Db,
  site: Site,
  {
    adminId,
    actorId,
    since: sent,
    password,
    left,
  }: Confirmation & { adminId: number; actorId: number; since: string; left?: number | null },
): Promise<Undone> {
  const since = new Date(sent);
  const now = site.clock.now();
  if (since.getTime() < now.getTime() - LIMITS.restoreMs - CLOCK_TOLERANCE_MS)
    throw invalidFieldsError({ since: TEXTS.sinceTooEarly });
  const lockConfirmed = await confirmStaffIdentity(db, site, adminId, { password });
  await transaction(db, async (tx) => {
    const { username } = await lockConfirmed(tx);
    if (!(await listAdmins(tx)).some(({ id }) => id === adminId)) throw new AppError('forbidden');
    await recordAudit(tx, site, {
      kind: 'actions.undo',
      actorId: adminId,
      targetId: actorId,
      subject: `since ${since.toISOString()}`,
    });
    const actor = await contactOf(tx, actorId);
    await notifyAdmins(tx, site, {
      except: adminId,
      ...TEXTS.undoAlert(username, actor?.username ?? null),
      link: `/admin/audit?actor=${adminId}`,
      collapse: `staff-undo:${adminId}:${actorId}`,
    });
  });
  const undone: Undone = { content: 0, sanctions: 0, reports: 0, failed: 0, left: 0 };
  const all = await listUndoable(db, site, { actorId, since, adminId });
  // Skip the actions that earlier batches could not undo. `listUndoable` still returns them, before all actions that
  // are left.
  const actions = left ? all.slice(-left) : all;
  for (const { kind, undo } of actions.slice(0, LIMITS.undoBatch))
    if (await undo()) undone[kind]++;
    else if (kind === 'content') undone.failed++;
  return { ...undone, left: Math.max(0, actions.length - LIMITS.undoBatch) };
}

/** An action that can be undone. `undo` returns false if it undid nothing. */
type UndoableAction = { kind: 'content' | 'sanctions' | 'reports'; undo: () => Promise<boolean> };

/** Return the actions of a staff member since a given time, in the order in which they must be undone. */
async function listUndoable(
  db: Db,
  site: Site,
  { actorId, since, adminId }: { actorId: number; since: Date; adminId: number },
): Promise<UndoableAction[]> {
  const removals = await removalsBy(db, { actorId, since, now: site.clock.now() });
  const changes = await listSanctionChanges(db, { actorId, since });
  const reports = await listResolvedReports(db, { actorId, since });
  const restored = await restoredContent(db, { actorId, since, exceptOwnerId: adminId });
  return [
    ...restored.map((content) => ({
      kind: 'content' as const,
      undo: () => tryUndo(site, content, () => removeContentAgain(db, site, content, adminId)),
    })),
    ...removals.map((id) => ({
      kind: 'content' as const,
      undo: () =>
        tryUndo(site, { removalId: id }, () =>
          restoreRemoval(db, site, { id, staffId: adminId, auditKind: 'content.undo' }),
        ),
    })),
    ...changes.map((change) => ({
      kind: 'sanctions' as const,
      undo: () => undoSanctionChange(db, site, adminId, change),
    })),
    ...reports.map((id) => ({
      kind: 'reports' as const,
      undo: () => reopenReport(db, site, { id, actorId, adminId }),
    })),
  ];
}

/**
 * Undo an action on content. Return false if it cannot be undone.
 * @throws AppError `forbidden` if the caller is no longer an admin; `unavailable`.
 */
async function tryUndo(site: Site, content: object, undo: () => Promise<void>): Promise<boolean> {
  try {
    await undo();
    return true;
  } catch (error) {
    const code = toAppError(error)?.code;
    if (code === 'unavailable' || code === 'forbidden') throw error;
    if (code !== 'notFound' && code !== 'conflict')
      site.log.error({ err: error, ...content }, 'undoing an action on content failed');
    return false;
  }
}

const removeContentAgain = (db: Db, site: Site, content: RestoredContent, adminId: number): Promise<void> =>
  transaction(db, async (tx) => {
    if (!(await listAdmins(tx)).some(({ id }) => id === adminId)) throw new AppError('forbidden');
    await removeAgain(tx, site, content, { id: adminId, role: 'admin' });
  });
