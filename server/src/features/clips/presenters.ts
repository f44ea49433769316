import type { Clip, ClipGroup } from '@rivalhold/shared/contract/clips.ts';
import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import { PlayerRow, presentPlayer } from '../profiles/service.ts';

/** A clip with its owner. */
export const ClipRow = Type.Object({
  ...PlayerRow.properties,
  id: column.integer,
  kind: column.code<Clip['kind']>(),
  thumb_key: Nullable(column.text),
  mime: column.text,
  width: column.integer,
  height: column.integer,
  duration_ms: Nullable(column.integer),
  caption: column.text,
  like_count: column.integer,
  view_count: column.integer,
  created_at: column.date,
  expires_at: column.date,
  liked: column.boolean,
  seen: column.boolean,
});
export type ClipRow = Static<typeof ClipRow>;
/** A clip with its owner, and the owner's position in the list of clips. */
export const GroupRow = Type.Object({
  ...ClipRow.properties,
  until: column.date,
  last_id: column.integer,
});
export type GroupRow = Static<typeof GroupRow>;

/** Convert a row to a clip. */
export function presentClip(row: ClipRow): Clip {
  const url = `/media/clips/${row.id}`;
  return {
    id: row.id,
    kind: row.kind,
    url,
    thumbUrl: row.thumb_key === null ? null : `${url}/thumb`,
    mime: row.mime,
    width: row.width,
    height: row.height,
    durationMs: row.duration_ms,
    caption: row.caption,
    likesCount: row.like_count,
    viewsCount: row.view_count,
    likedByCurrentUser: row.liked,
    seen: row.seen,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}

/** Group ordered rows by player, and add the position of each group in the list of clips. */
export function presentGroups(rows: readonly GroupRow[]): { time: Date; id: number; group: ClipGroup }[] {
  const groups: { time: Date; id: number; group: ClipGroup }[] = [];
  for (const row of rows) {
    let last = groups.at(-1);
    if (last?.id !== row.last_id) {
      const group = { user: presentPlayer(row), clips: [], hasUnseen: false };
      last = { time: row.until, id: row.last_id, group };
      groups.push(last);
    }
    last.group.clips.push(presentClip(row));
    last.group.hasUnseen ||= !row.seen;
  }
  return groups;
}
