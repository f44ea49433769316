import type { AppealCase, AppealState } from '@rivalhold/shared/contract/appeals.ts';
import type { AppealOutcome, Decision } from '@rivalhold/shared/contract/decisions.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { isStaff, type Viewer } from '@rivalhold/shared/roles.ts';
import { APPEAL_ERRORS as TEXTS } from '@rivalhold/shared/texts/appeals.ts';
import { NOTIFICATION_MESSAGES } from '@rivalhold/shared/texts/notification-messages.ts';
import { type Db, type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError, hasCode } from '../../platform/errors.ts';
import {
  decodeCursor,
  encodeCursor,
  FIRST_POSITION,
  type PageQuery,
  toPage,
} from '../../platform/http/cursor.ts';
import { sendMail } from '../../platform/mail/mail.ts';
import type { Site } from '../../platform/site.ts';
import { consumeAppealToken, findAppealAccount } from '../accounts/service.ts';
import { recordAudit, requireReason } from '../audit/service.ts';
import { appealDeadline, emitDecisionChanged, listDecisions, presentDecision } from '../decisions/service.ts';
import { isForAdmins, liftSanction, lockActorAndTarget, shortenSanction } from '../moderation/service.ts';
import { notify } from '../notifications/service.ts';
import { presentPlayer } from '../profiles/service.ts';
import { restoreRemoval } from '../removals/service.ts';
import { isInEffect, reviewerError, validateAppeal, validateNewEnd } from './policy.ts';
import {
  activeAdminIds,
  answeredCases,
  type CaseRow,
  findCase,
  findDecision,
  insertAppeal,
  lockCase,
  openCases,
  storeAnswer,
} from './queries.ts';

/**
 * Appeal against a decision about the player.
 * @throws AppError `invalid` for a missing or too long text; `notFound` for an unknown decision, and for a decision
 *   about another player; `conflict` if the player has already appealed, or if the decision is older than six months.
 */
export async function appeal(
  db: DbOrTx,
  site: Site,
  { userId, decisionId, text: sent }: { userId: number; decisionId: number; text: string },
): Promise<Decision> {
  const text = validateAppeal(sent);
  return transaction(db, async (tx) => {
    const decision = await findDecision(tx, decisionId);
    if (decision?.user_id !== userId) throw new AppError('notFound');
    const now = site.clock.now();
    if (now > appealDeadline(decision)) throw new AppError('conflict', TEXTS.tooLate);
    if (!(await insertAppeal(tx, { decisionId, text, at: now })))
      throw new AppError('conflict', TEXTS.alreadyAppealed);
    emitDecisionChanged(tx, site, userId);
    return presentDecision({ ...decision, appeal_text: text, appealed_at: now });
  });
}

/**
 * Return the latest decisions about a suspended player. The token from the rejected sign-in identifies the player, and
 * stays valid.
 * @throws AppError `invalidToken` for an unknown, used or expired token.
 */
export async function viewDecisions(
  db: DbOrTx,
  site: Site,
  token: string,
): Promise<{ username: string; decisions: Decision[] }> {
  const account = await findAppealAccount(db, site, token);
  const { items } = await listDecisions(db, { userId: account.id, limit: LIMITS.decisionsPage });
  return { username: account.username, decisions: items };
}

/**
 * Appeal with the token from the rejected sign-in. The token is used up only if the appeal is stored.
 * @throws AppError `invalidToken` for an unknown, used or expired token; the errors of `appeal`.
 */
export async function appealWithToken(
  db: DbOrTx,
  site: Site,
  { token, ...sent }: { token: string; decisionId: number; text: string },
): Promise<Decision> {
  return transaction(db, async (tx) =>
    appeal(tx, site, { userId: await consumeAppealToken(tx, site, token), ...sent }),
  );
}

/** Return the people involved in an appeal, for `reviewerError`. */
const partiesOf = (row: CaseRow, reviewerId: number, adminIds: readonly number[]) => ({
  player: { id: row.user_id, role: row.player_role },
  isForAdmins: row.kind === 'suspension' && isForAdmins(row.ends_at?.toISOString() ?? null, row.created_at),
  decidedBy: { id: row.decided_by, role: row.decider_role },
  hasOtherAdmin: adminIds.some((id) => id !== reviewerId && id !== row.user_id),
});

const presentCase = (row: CaseRow, viewer: Viewer, adminIds: readonly number[]): AppealCase => {
  const refusal = reviewerError(viewer, partiesOf(row, viewer.id, adminIds));
  return {
    id: row.id,
    decision: presentDecision(row),
    player: presentPlayer(row),
    decidedBy: row.decider_name,
    answeredBy: row.reviewer_name,
    refusal,
    asSoleAdmin: refusal === null && row.decided_by === viewer.id,
  };
};

/**
 * Return a page of open appeals, oldest first, or of answered appeals, latest first. Leave out the viewer's own
 * appeals.
 * @throws AppError `invalid` for a malformed cursor.
 */
export async function listCases(
  db: DbOrTx,
  site: Site,
  { viewer, state = 'open', cursor, limit }: PageQuery & { viewer: Viewer; state?: AppealState },
): Promise<{ items: AppealCase[]; nextCursor: string | null }> {
  const position = decodeCursor(cursor);
  const page = { viewerId: viewer.id, limit: limit + 1 };
  const rows =
    state === 'open'
      ? await openCases(db, { ...page, after: position })
      : await answeredCases(db, { ...page, before: position ?? FIRST_POSITION });
  const { items, nextCursor } = toPage(
    rows,
    limit,
    ({ id, appealed_at: appealedAt, answered_at: answeredAt }) =>
      encodeCursor({ id, time: answeredAt ?? appealedAt }),
  );
  const adminIds = await activeAdminIds(db, site.clock.now());
  return { items: items.map((row) => presentCase(row, viewer, adminIds)), nextCursor };
}

/**
 * Return an appeal.
 * @throws AppError `notFound` for an unknown appeal, and for the viewer's own appeal.
 */
export async function getCase(
  db: DbOrTx,
  site: Site,
  { id, viewer }: { id: number; viewer: Viewer },
): Promise<AppealCase> {
  const row = await findCase(db, id);
  if (!row || row.user_id === viewer.id) throw new AppError('notFound');
  return presentCase(row, viewer, await activeAdminIds(db, site.clock.now()));
}

/** A staff member's answer to an appeal. `id` is the id of the decision. */
type Answer = {
  id: number;
  reviewerId: number;
  outcome: AppealOutcome;
  answer: string;
  until?: string | null | undefined;
};

/**
 * Answer an appeal, and end or shorten the decision if the outcome requires it. If a removal is overturned and the
 * content can still be restored, restore it in the same transaction. Notify the player.
 * @throws AppError `invalid` for an invalid answer or end; `notFound`; `forbidden` if the staff member is not allowed
 * to answer the appeal; `conflict` if it is already answered; `tooOften` if the staff member's budget is used up.
 */
export async function answerAppeal(db: Db, site: Site, { answer: sent, ...more }: Answer): Promise<void> {
  const answer = { ...more, answer: requireReason(sent, 'answer') };
  const decision = await findDecision(db, answer.id);
  if (!decision?.appealed_at) throw new AppError('notFound');
  if (decision.kind !== 'removal' || answer.outcome !== 'lifted')
    return transaction(db, (tx) => storeAnswerLocked(tx, site, answer, null));
  try {
    await restoreRemoval(db, site, {
      id: decision.audit_id,
      staffId: answer.reviewerId,
      isAllowed: isStaff,
      inTransaction: (tx) => storeAnswerLocked(tx, site, answer, true),
    });
  } catch (error) {
    // The content was already restored, or can no longer be restored. Overturn the decision anyway.
    if (!hasCode(error, 'notFound') && !hasCode(error, 'conflict')) throw error;
    await transaction(db, (tx) => storeAnswerLocked(tx, site, answer, decision.ended_at !== null));
  }
}

async function storeAnswerLocked(
  tx: Tx,
  site: Site,
  { id, reviewerId, outcome, answer, until }: Answer,
  restored: boolean | null,
): Promise<void> {
  const playerId = (await findDecision(tx, id))?.user_id;
  if (playerId === undefined) throw new AppError('notFound');
  const { actor: reviewer, target: player } = await lockActorAndTarget(tx, reviewerId, playerId);
  if (!reviewer) throw new AppError('unauthenticated');
  const row = await lockCase(tx, id);
  if (!player || !row || playerId === reviewerId) throw new AppError('notFound');
  const now = site.clock.now();
  const refusal = reviewerError(reviewer, partiesOf(row, reviewerId, await activeAdminIds(tx, now)));
  if (refusal !== null) throw new AppError('forbidden', refusal);
  if (row.outcome !== null) throw new AppError('conflict', TEXTS.alreadyAnswered);
  const newEnd = validateNewEnd(row, { outcome, until }, now);
  const { kind } = row;
  if (kind !== 'removal' && isInEffect(row, now)) {
    if (newEnd)
      await shortenSanction(tx, site, kind, {
        actor: reviewer,
        target: player,
        until: newEnd,
        reason: answer,
      });
    else if (outcome === 'lifted') await liftSanction(tx, site, kind, { actor: reviewer, target: player });
  }
  const bySoleAdmin = row.decided_by === reviewerId;
  await storeAnswer(tx, {
    decisionId: id,
    outcome,
    answer,
    by: reviewerId,
    at: now,
    bySoleAdmin,
    restored,
    newEnd,
  });
  await recordAudit(tx, site, {
    kind: 'appeal.answer',
    actorId: reviewerId,
    targetId: playerId,
    subject: bySoleAdmin ? `decision ${id} (by the sole admin)` : `decision ${id}`,
    after: outcome,
    reason: answer,
  });
  const message = NOTIFICATION_MESSAGES.appealAnswered(outcome, answer);
  await notify(tx, site, { userId: playerId, type: 'system', ...message, link: '/decisions' });
  // Also send an email, because a suspended player cannot log in to read the notification.
  if (kind === 'suspension' && player.email_verified_at)
    await sendMail(site, tx, player, { subject: message.title, text: [message.text] });
  emitDecisionChanged(tx, site, playerId);
}
