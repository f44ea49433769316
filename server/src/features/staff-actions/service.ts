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
import { undoSanctions } from '../moderation/service.ts';
import { removalsBy, restoreRemoval } from '../removals/service.ts';
import { reopenReports } from '../reports/service.ts';
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

/** Tolerance, because the browser's clock might be slow and the form offers the last 30 days. */
const CLOCK_TOLERANCE_MS = DAY;

const RATE_LIMITS = defineRateLimits({ staffCode: { points: 5, seconds: 3600 } });

/**
 * Return how a viewer can confirm a stop. Only the sole admin can confirm their own stop, with a password and a mailed
 * code.
 */
const confirmationFor = (
  viewerId: number,
  actorId: number,
  admins: readonly { id: number }[],
): StaffStop['confirmation'] => {
  if (viewerId !== actorId) return 'password';
  return admins.some(({ id }) => id !== viewerId) ? 'none' : 'passwordAndCode';
};

/** Return the stops of all staff members, latest first, and how the viewer can confirm each. */
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
 * Mail the sole admin a code that confirms their own stop.
 * @throws AppError notFound if they are not stopped; forbidden if another admin can confirm; tooOften.
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
 * Let a stopped staff member continue, and count actions from now on.
 * @throws AppError notFound if they are not stopped; forbidden for the caller's own stop if there are other admins;
 *   invalid for a wrong password or code.
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
 * Restore all content that a staff member deleted since a time, the latest first, undo their mutes and suspensions, and
 * reopen the reports that they resolved. Content that cannot be restored is counted and skipped. The other admins are
 * notified. The whole undo counts as one action towards the budget of the admin.
 * @throws AppError invalid for a wrong password, and for a time that is more than 30 days ago; forbidden if the caller
 *   is no longer an admin; tooOften if the budget is used up.
 */
export async function undoActions(
  db: Db,
  site: Site,
  {
    adminId,
    actorId,
    since: sent,
    password,
  }: Confirmation & { adminId: number; actorId: number; since: string },
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
  const undone: Undone = { content: 0, sanctions: 0, reports: 0, failed: 0 };
  for (const id of await removalsBy(db, { actorId, since, now }))
    try {
      await restoreRemoval(db, site, { id, staffId: adminId, auditKind: 'content.undo' });
      undone.content++;
    } catch (error) {
      const code = toAppError(error)?.code;
      if (code === 'unavailable' || code === 'forbidden') throw error;
      if (code !== 'notFound' && code !== 'conflict')
        site.log.error({ err: error, removalId: id }, 'restoring removed content failed');
      undone.failed++;
    }
  undone.sanctions = await undoSanctions(db, site, { actorId, since, adminId });
  undone.reports = await reopenReports(db, site, { actorId, since, adminId });
  return undone;
}
