import type { Clip, ClipGroup } from '@rivalhold/shared/contract/clips.ts';
import { type PlayerRow, presentPlayer } from '../profiles/service.ts';

export type ClipRow = {
  id: number;
  user_id: number;
  kind: Clip['kind'];
  thumb_key: string | null;
  mime: string;
  width: number;
  height: number;
  duration_ms: number | null;
  caption: string;
  like_count: number;
  view_count: number;
  created_at: Date;
  expires_at: Date;
  liked: boolean;
  seen: boolean;
};
/** A clip with its owner, and the owner's position in the list of clips. */
export type GroupRow = ClipRow & PlayerRow & { until: Date; last_id: number };

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
