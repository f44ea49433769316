import type { StaffReason } from '@rivalhold/shared/contract/decisions.ts';
import { PROFILE_TEXT_FIELD_NAMES } from '@rivalhold/shared/profiles.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import { type DbOrTx, literal, query, type Sql, sql, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { type ContextMessage, type ReportedContent, toStoredMedia } from '../../platform/reported-content.ts';
import type { Site } from '../../platform/site.ts';
import { insertValues, recordRemoval } from '../removals/service.ts';
import { setAvatar, updateStatus } from './editing.ts';
import { PLAYER_COLUMNS, PlayerRow, playerJoinSql, presentPlayer } from './presenters.ts';
import { profileById } from './queries.ts';

/**
 * Return the text and avatar of a profile as reportable content, or undefined if the profile is not visible
 * to the viewer.
 */
export async function getReportedProfile(
  db: DbOrTx,
  { id, viewerId }: { id: number; viewerId: number },
): Promise<ReportedContent | undefined> {
  const profile = await profileById(db, id, viewerId);
  if (!profile) return undefined;
  const { username, status_message: status, avatar_url: avatar } = profile;
  const texts = PROFILE_TEXT_FIELD_NAMES.map((name) => profile[name]);
  return {
    ownerId: id,
    text: [username, status, ...texts].filter(Boolean).join('\n'),
    media: avatar ? [toStoredMedia(avatar, 'image')] : [],
    link: `/profiles/${id}`,
    createdAt: null,
  };
}

/**
 * Clear a player's avatar and status on behalf of staff.
 * @throws AppError `notFound` for an unknown player.
 */
export async function clearProfile(
  db: DbOrTx,
  site: Site,
  { id, viewer, reason }: { id: number; viewer: { id: number }; reason?: StaffReason | undefined },
): Promise<void> {
  await transaction(db, async (tx: Tx) => {
    const profile = await profileById(tx, id, id);
    if (!profile) throw new AppError('notFound');
    const { status_message: status, avatar_url: avatarUrl } = profile;
    const removalId = await recordRemoval(tx, site, {
      kind: 'profile',
      subjectId: id,
      audit: {
        kind: 'profile.clear',
        actorId: viewer.id,
        targetId: id,
        before: [status, avatarUrl].filter(Boolean).join('\n'),
      },
      reason,
      excerpt: status,
    });
    await insertValues(tx, removalId, { table: 'users', userId: id, data: { avatarUrl, status } });
    await setAvatar(tx, site, id, null, removalId);
    await updateStatus(tx, site, id, '');
  });
}

const contextSql = (rows: Sql, id: number, count: number): Sql => sql`
  select near.id, near.text, near.created_at, near.user_id, ${PLAYER_COLUMNS}
  from (${rows}) it cross join lateral (
    (select * from (${rows}) b where b.parent = it.parent and b.position < it.position
     order by b.position desc limit ${literal(count)})
    union all
    (select * from (${rows}) a where a.parent = it.parent and a.position >= it.position
     order by a.position limit ${literal(count + 1)})
  ) near ${playerJoinSql(sql`near`)}
  where it.id = ${id} order by near.position`;

const ContextRow = Type.Object({
  ...PlayerRow.properties,
  id: column.integer,
  text: column.text,
  created_at: column.date,
});

/**
 * Return a row and the rows around it, in the order of `position`. Return an empty list if the row does not exist.
 * @param rows SQL that selects all rows, with the columns `id`, `parent` (the thread or other content to which the row
 *   belongs), `position`, `user_id`, `text` and `created_at`
 * @param count the maximum number of rows on each side of the row
 */
export async function readContext(db: DbOrTx, rows: Sql, id: number, count = 10): Promise<ContextMessage[]> {
  return presentAround(await query(db, ContextRow, contextSql(rows, id, count)), id);
}

/** Convert rows to context messages. Mark the message with the given id as the reported one. */
export const presentAround = (rows: readonly Static<typeof ContextRow>[], id: number): ContextMessage[] =>
  rows.map((row) => ({
    id: row.id,
    author: presentPlayer(row),
    text: row.text,
    createdAt: row.created_at.toISOString(),
    isReported: row.id === id,
  }));
