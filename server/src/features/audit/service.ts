import type { AuditEntry, AuditKind } from '@rivalhold/shared/contract/audit.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { STAFF_ERRORS as TEXTS } from '@rivalhold/shared/texts/moderation.ts';
import { isVisible } from '@rivalhold/shared/visible-text.ts';
import type { DbOrTx, Tx } from '../../platform/db/db.ts';
import { invalidFieldsError } from '../../platform/errors.ts';
import { decodeIdCursor, encodeIdCursor, type PageQuery, toPage } from '../../platform/http/cursor.ts';
import type { Site } from '../../platform/site.ts';
import { spendBudget } from './budgets.ts';
import { type AuditRecord, entryPage, findUserId, insertEntry } from './queries.ts';

export { alertRemovalOfHigherRank, notifyAdmins } from './budgets.ts';
export { type AuditRecord, actionsAgainst } from './queries.ts';

/**
 * Trim the reason of a staff action for storage. Return null if the reason has no visible characters.
 * @throws AppError `invalid` if it is longer than 500 characters.
 */
export function toReason(sent: string | null | undefined, field = 'reason'): string | null {
  const reason = (sent ?? '').trim();
  if (reason.length > LIMITS.staffReason)
    throw invalidFieldsError({ [field]: TEXTS.reasonLong(LIMITS.staffReason) });
  return isVisible(reason) ? reason : null;
}

/**
 * Return the required reason of a staff action.
 * @throws AppError `invalid` if it is missing or too long.
 */
export function requireReason(sent: string | null | undefined, field = 'reason'): string {
  const reason = toReason(sent, field);
  if (reason === null) throw invalidFieldsError({ [field]: TEXTS.reasonMissing });
  return reason;
}

/**
 * Record a staff action in the audit log, count it towards the budget of the staff member, and return the id of the
 * entry. Call this in the transaction of the action.
 * @throws AppError `tooOften` if the budget is used up.
 */
export async function recordAudit(tx: Tx, site: Site, action: AuditRecord): Promise<number> {
  const id = await insertEntry(
    tx,
    { subject: null, before: null, after: null, reason: null, ...action },
    site.clock.now(),
  );
  const { actorId, kind } = action;
  if (actorId !== null) await spendBudget(tx, site, { actorId, kind });
  return id;
}

/** Record an action of the operator in the audit log, in the transaction of the action. */
export async function recordOperatorAction(
  tx: Tx,
  at: Date,
  action: Omit<AuditRecord, 'actorId'>,
): Promise<void> {
  await insertEntry(
    tx,
    { subject: null, before: null, after: null, reason: null, ...action, actorId: null },
    at,
  );
}

/** Filters of the audit log. Players are given by id or full username. */
export type AuditQuery = PageQuery & {
  viewerId: number;
  actor?: string;
  target?: string;
  kind?: AuditKind;
};

/**
 * Return a page of the audit log, latest first, excluding entries about reports against the viewer. The page is empty
 * if a filter names an unknown player.
 * @throws AppError `invalid` for a malformed cursor.
 */
export async function listEntries(
  db: DbOrTx,
  site: Site,
  { viewerId, actor, target, kind, cursor, limit }: AuditQuery,
): Promise<{ items: AuditEntry[]; nextCursor: string | null }> {
  const beforeId = decodeIdCursor(cursor);
  const [actorId, targetId] = [await resolveUser(db, actor), await resolveUser(db, target)];
  if (actorId === undefined || targetId === undefined) return { items: [], nextCursor: null };
  const wanted = { viewerId, actorId, targetId, kind: kind ?? null };
  const found = await entryPage(db, { ...wanted, beforeId, limit: limit + 1, now: site.clock.now() });
  return toPage(found, limit, encodeIdCursor);
}

/**
 * Return the id of the player named in a filter. Return null if there is no filter, and undefined if the player is
 * unknown.
 */
async function resolveUser(db: DbOrTx, text: string | undefined): Promise<number | null | undefined> {
  const name = text?.trim() ?? '';
  return name === '' ? null : findUserId(db, name);
}
