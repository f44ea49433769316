import type { ReportKind } from '@rivalhold/shared/contract/reports.ts';
import type { Viewer } from '@rivalhold/shared/roles.ts';
import { join, queryExists, type Sql, sql, type Tx } from '../../platform/db/db.ts';
import { hasStaffAccess } from '../../platform/security/step-up.ts';
import type { Site } from '../../platform/site.ts';

/*
 * Reports can hide content until staff decide about the reports. The author and staff still see hidden content. A
 * feature whose content can be hidden declares `setHidden`, and uses the conditions below in all queries that
 * read the content. A notification stores which content it is about, so that it is hidden together with that
 * content.
 */

/** A kind of hidden content. A thread is hidden only together with its opening post. */
type HiddenKind = ReportKind | 'thread';

/** A viewer of content. `seesHidden` is true for staff. */
export type ContentViewer = { viewerId: number; seesHidden: boolean };

/** Return the player of a session as a viewer of content. */
export const contentViewer = (site: Site, { user }: { user: Viewer }): ContentViewer => ({
  viewerId: user.id,
  seesHidden: hasStaffAccess(site, user),
});

/** Report whether a viewer sees an author's hidden content. */
export const isShownTo = (authorId: number, { viewerId, seesHidden }: ContentViewer): boolean =>
  seesHidden || authorId === viewerId;

/** SQL for the condition that content is hidden because of reports. */
export const isHiddenSql = (kind: HiddenKind | Sql, id: Sql): Sql =>
  sql`exists (select 1 from hidden_content where kind = ${kind} and subject_id = ${id})`;

/** SQL for the condition that a viewer sees content: it is not hidden, or the viewer is its author or staff. */
export const isShownToSql = (kind: HiddenKind, id: Sql, { viewerId, seesHidden }: ContentViewer): Sql =>
  sql`(${seesHidden}::boolean or not exists (
    select 1 from hidden_content where kind = ${kind} and subject_id = ${id} and author_id <> ${viewerId}))`;

/**
 * SQL for a CTE with several viewers and the content that is hidden from each of them. `viewers` is a CTE with the
 * columns `viewer` and `sees_hidden`. Use `shownPerViewerSql` as the condition.
 */
export const hiddenContentPerViewerCte = (kinds: readonly ReportKind[], viewers: Sql): Sql =>
  sql`hidden_here as materialized (
    select viewer, kind, subject_id
    from ${viewers} join hidden_content on kind = any (${kinds}::text[]) and author_id <> viewer
    where not sees_hidden)`;
/** SQL for the condition that a viewer sees content, for a statement with `hiddenContentPerViewerCte`. */
export const shownPerViewerSql = (kind: ReportKind, viewer: Sql, id: Sql): Sql =>
  sql`(${viewer}, ${kind}::text, ${id}) not in (select viewer, kind, subject_id from hidden_here)`;

/** SQL for the ids of the content that is hidden from a viewer. */
export const hiddenIdsSql = (kind: HiddenKind, { viewerId, seesHidden }: ContentViewer): Sql =>
  sql`select subject_id as id from hidden_content
    where kind = ${kind} and author_id <> ${viewerId} and not ${seesHidden}::boolean`;

/** Content that a notification is about. */
export type ContentRef = { kind: HiddenKind; id: number | Sql };

/** SQL for an array with a key for each content item, such as 'comment:12'. */
export const contentKeysSql = (contents: readonly ContentRef[]): Sql =>
  sql`array[${join(
    contents.map(({ kind, id }) => sql`${kind}::text || ':' || ${id}::bigint`),
    ', ',
  )}]`;

/**
 * SQL for the condition that none of the content with the given keys is hidden from a player. If `keys` is null, the
 * condition is true.
 */
export const areKeysShownSql = (keys: Sql, viewerId: number | Sql): Sql =>
  sql`not coalesce(${keys} && array(
    select kind || ':' || subject_id from hidden_content where author_id <> ${viewerId}), false)`;

/** Hide content. Return false if it is already hidden. */
const insertHidden = (
  tx: Tx,
  { kind, id, authorId, at }: { kind: HiddenKind; id: number; authorId: number; at: Date },
): Promise<boolean> =>
  queryExists(
    tx,
    sql`insert into hidden_content (kind, subject_id, author_id, hidden_at)
        values (${kind}, ${id}, ${authorId}, ${at}) on conflict do nothing returning subject_id`,
  );

/**
 * Hide content until staff decide, or show it again.
 * @param authorId undefined if the content no longer exists; in this case, nothing is hidden
 * @returns false if nothing changes
 */
export const setHidden = async (
  tx: Tx,
  site: Site,
  {
    kind,
    id,
    authorId,
    hidden,
  }: { kind: HiddenKind; id: number; authorId: number | undefined; hidden: boolean },
): Promise<boolean> => {
  if (!hidden) return deleteHidden(tx, kind, [id]);
  return authorId !== undefined && insertHidden(tx, { kind, id, authorId, at: site.clock.now() });
};

/** Stop hiding content after staff decided about it or its author deleted it. Return false if nothing was hidden. */
export const deleteHidden = (tx: Tx, kind: HiddenKind, ids: readonly number[]): Promise<boolean> =>
  queryExists(
    tx,
    sql`delete from hidden_content where kind = ${kind} and subject_id = any (${ids}::bigint[]) returning subject_id`,
  );
