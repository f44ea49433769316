import type { ReportKind } from '@rivalhold/shared/contract/reports.ts';
import { queryExists, type Sql, sql, type Tx } from '../../platform/db/db.ts';
import type { Session } from '../../platform/security/sessions.ts';
import { hasStaffAccess } from '../../platform/security/step-up.ts';
import type { Site } from '../../platform/site.ts';

/*
 * Content that reports have hidden until staff decide. Its author and staff still see it. A feature whose content can be
 * hidden declares `setHidden`, and uses the conditions below in all of its reads.
 */

/** A viewer of content. `seesHidden` is true for staff. */
export type ContentViewer = { viewerId: number; seesHidden: boolean };

/** Return the player of a session as a viewer of content. */
export const contentViewer = (site: Site, { user }: Pick<Session, 'user'>): ContentViewer => ({
  viewerId: user.id,
  seesHidden: hasStaffAccess(site, user),
});

/** SQL for the condition that content is hidden. */
export const isHiddenSql = (kind: ReportKind | Sql, id: Sql): Sql =>
  sql`exists (select 1 from hidden_content where kind = ${kind} and subject_id = ${id})`;

/** SQL for the condition that a viewer sees content: it is not hidden, or the viewer is its author or staff. */
export const isShownToSql = (kind: ReportKind, id: Sql, { viewerId, seesHidden }: ContentViewer): Sql =>
  sql`(${seesHidden}::boolean or not exists (
    select 1 from hidden_content where kind = ${kind} and subject_id = ${id} and author_id <> ${viewerId}))`;

/**
 * SQL for a CTE with the content that is hidden from each of several viewers. `viewers` is a CTE with the columns
 * `viewer` and `sees_hidden`. Use `shownPerViewerSql` as the condition.
 */
export const hiddenContentPerViewerCte = (kind: ReportKind, viewers: Sql): Sql =>
  sql`hidden_here as materialized (
    select viewer, subject_id from ${viewers} join hidden_content on kind = ${kind} and author_id <> viewer
    where not sees_hidden)`;
/** SQL for the condition that a viewer sees content, for a statement with `hiddenContentPerViewerCte`. */
export const shownPerViewerSql = (viewer: Sql, id: Sql): Sql =>
  sql`(${viewer}, ${id}) not in (select viewer, subject_id from hidden_here)`;

/** Hide content. Return false if it is already hidden. */
export const insertHidden = (
  tx: Tx,
  { kind, id, authorId, at }: { kind: ReportKind; id: number; authorId: number; at: Date },
): Promise<boolean> =>
  queryExists(
    tx,
    sql`insert into hidden_content (kind, subject_id, author_id, hidden_at)
        values (${kind}, ${id}, ${authorId}, ${at}) on conflict do nothing returning subject_id`,
  );

/** Stop hiding content, because staff decided about it or its author deleted it. Return false if nothing was hidden. */
export const deleteHidden = (tx: Tx, kind: ReportKind, ids: readonly number[]): Promise<boolean> =>
  queryExists(
    tx,
    sql`delete from hidden_content where kind = ${kind} and subject_id = any (${ids}::bigint[]) returning subject_id`,
  );
