import type { DbOrTx } from '../../platform/db/db.ts';
import type { Reportable } from '../../platform/reportable.ts';
import { reportedRow } from './queries.ts';

/** A clip as a report keeps it; undefined for one that is over or that the viewer may not see. */
export async function reportedClip(
  db: DbOrTx,
  { id, viewerId, now }: { id: number; viewerId: number; now: Date },
): Promise<Reportable | undefined> {
  const clip = await reportedRow(db, { id, viewerId, now });
  if (!clip) return undefined;
  return {
    ownerId: clip.user_id,
    text: clip.caption,
    media: [{ url: `/media/clips/${id}`, kind: clip.kind, key: clip.file_key }],
    link: null,
    createdAt: clip.created_at,
  };
}
