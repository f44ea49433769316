import type { Decision, DecisionKind, Rule } from '@rivalhold/shared/contract/decisions.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import type { DbOrTx, Tx } from '../../platform/db/db.ts';
import { decodeIdCursor, encodeIdCursor, type PageQuery, toPage } from '../../platform/http/cursor.ts';
import type { Site } from '../../platform/site.ts';
import {
  type DecisionRow,
  decisionPage,
  endRemoval,
  endSanctions,
  insertDecision,
  type NewDecision,
  reviveSanction,
} from './queries.ts';

export {
  DECISION_COLUMNS,
  DecisionRow,
  lastSanctionSql,
  type RestoredContent,
  restoredContent,
} from './queries.ts';

const toIso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Return the deadline for an appeal against a decision. */
export const appealDeadline = ({ created_at: at }: { created_at: Date }): Date =>
  new Date(at.getTime() + LIMITS.appeal.ms);

/** Convert a row to a decision as its player sees it, without the staff members' names. */
export const presentDecision = (row: DecisionRow): Decision => ({
  id: row.id,
  kind: row.kind,
  scope: row.scope,
  rule: row.rule,
  reason: row.reason,
  excerpt: row.excerpt,
  createdAt: row.created_at.toISOString(),
  endsAt: toIso(row.ends_at),
  endedAt: toIso(row.ended_at),
  appealUntil: appealDeadline(row).toISOString(),
  appeal:
    row.appealed_at === null
      ? null
      : {
          text: row.appeal_text ?? '',
          createdAt: row.appealed_at.toISOString(),
          outcome: row.outcome,
          answer: row.answer,
          answeredAt: toIso(row.answered_at),
          bySoleAdmin: row.by_sole_admin ?? false,
          restored: row.restored,
        },
});

/** Notify a player's open tabs that the decisions about the player have changed. */
export function emitDecisionChanged(tx: Tx, site: Site, userId: number): void {
  site.realtime.emit(tx, [userId], 'decision:changed', {});
}

/**
 * Record a staff decision, in the transaction of the action. A new mute or suspension ends the active one. Long
 * excerpts are truncated.
 */
export async function recordDecision(
  tx: Tx,
  site: Site,
  {
    rule,
    reason,
    excerpt = null,
    ...decision
  }: Omit<NewDecision, 'rule' | 'reason' | 'excerpt'> & {
    rule: Rule | null | undefined;
    reason: string | null;
    excerpt?: string | null;
  },
): Promise<void> {
  const now = site.clock.now();
  const { userId, kind } = decision;
  if (kind !== 'removal') await endSanctions(tx, userId, kind, now);
  await insertDecision(
    tx,
    {
      ...decision,
      rule: rule ?? 'other',
      reason: reason ?? '',
      excerpt: excerpt?.slice(0, LIMITS.decisionExcerpt).toWellFormed() || null,
    },
    now,
  );
  emitDecisionChanged(tx, site, userId);
}

/** Record that staff ended a player's mute or suspension. */
export async function endSanctionDecision(
  tx: Tx,
  site: Site,
  { userId, kind }: { userId: number; kind: Exclude<DecisionKind, 'removal'> },
): Promise<void> {
  await endSanctions(tx, userId, kind, site.clock.now());
  emitDecisionChanged(tx, site, userId);
}

/**
 * Record that a removal was reversed. `auditId` is the id of the removal's audit log entry, which is also the id of its
 * removal record.
 */
export async function endRemovalDecision(tx: Tx, site: Site, auditId: number): Promise<void> {
  const userId = await endRemoval(tx, auditId, site.clock.now());
  if (userId !== undefined) emitDecisionChanged(tx, site, userId);
}

/**
 * Record that an earlier mute or suspension is in effect again, because the action that ended or replaced it was
 * undone. If the earlier decision is unknown, record a new one.
 */
export async function reviveDecision(
  tx: Tx,
  site: Site,
  decision: Parameters<typeof recordDecision>[2] & { kind: Exclude<DecisionKind, 'removal'> },
): Promise<void> {
  await endSanctionDecision(tx, site, decision);
  if (!(await reviveSanction(tx, decision))) await recordDecision(tx, site, decision);
}

/**
 * Return a page of a player's decisions, latest first.
 * @throws AppError `invalid` for a malformed cursor.
 */
export async function listDecisions(
  db: DbOrTx,
  { userId, cursor, limit }: { userId: number } & PageQuery,
): Promise<{ items: Decision[]; nextCursor: string | null }> {
  const rows = await decisionPage(db, { userId, beforeId: decodeIdCursor(cursor), limit: limit + 1 });
  return toPage(rows.map(presentDecision), limit, encodeIdCursor);
}
