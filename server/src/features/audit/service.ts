import type { AuditEntry, AuditKind } from '@rivalhold/shared/contract/audit.ts';
import type { DbOrTx, Tx } from '../../platform/db/db.ts';
import { decodeIdCursor, encodeIdCursor, type PageQuery, toPage } from '../../platform/http/cursor.ts';
import type { Site } from '../../platform/site.ts';
import { type AuditRecord, entryPage, findUserId, insertEntry } from './queries.ts';

export { requireReason, toReason } from './policy.ts';
export { actionsAgainst } from './queries.ts';

/** Writes down what staff did, with the transaction it is done in. */
export async function recordAudit(tx: Tx, site: Site, action: AuditRecord): Promise<void> {
  await insertEntry(
    tx,
    { subject: null, before: null, after: null, reason: null, ...action },
    site.clock.now(),
  );
}

/** Which entries are asked for; players by their id or whole name. */
export type AuditQuery = PageQuery & {
  viewerId: number;
  actor?: string;
  target?: string;
  kind?: AuditKind;
};

/**
 * A page of what staff did, the latest first; none by or about a player whom nobody knows, and nothing of reports about
 * the viewer, as at the desk.
 * @throws AppError invalid for a foreign cursor.
 */
export async function listEntries(
  db: DbOrTx,
  { viewerId, actor, target, kind, cursor, limit }: AuditQuery,
): Promise<{ items: AuditEntry[]; nextCursor: string | null }> {
  const beforeId = decodeIdCursor(cursor);
  const [actorId, targetId] = [await resolveUser(db, actor), await resolveUser(db, target)];
  if (actorId === undefined || targetId === undefined) return { items: [], nextCursor: null };
  const wanted = { viewerId, actorId, targetId, kind: kind ?? null };
  const found = await entryPage(db, { ...wanted, beforeId, limit: limit + 1 });
  return toPage(found, limit, encodeIdCursor);
}

/** Null where nobody is asked for, undefined where there is no such player. */
async function resolveUser(db: DbOrTx, text: string | undefined): Promise<number | null | undefined> {
  const name = text?.trim() ?? '';
  return name === '' ? null : findUserId(db, name);
}
