import { type DbOrTx, queryFirst, sql } from '../../platform/db/db.ts';
import type { ReportedContent } from '../../platform/reported-content.ts';
import { notBlockedSql } from '../blocks/service.ts';

/** Return a clip as reportable content, or undefined if it has expired or is not visible to the viewer. */
export async function getReportedClip(
  db: DbOrTx,
  { id, viewerId, now }: { id: number; viewerId: number; now: Date },
): Promise<ReportedContent | undefined> {
  const clip = await queryFirst<{
    ownerId: number;
    text: string;
    kind: string;
    key: string;
    createdAt: Date;
  }>(
    db,
    sql`select user_id as "ownerId", caption as text, kind, file_key as key, created_at as "createdAt"
     from clips where id = ${id} and expires_at > ${now} and ${notBlockedSql(viewerId, sql`user_id`)}`,
  );
  if (!clip) return undefined;
  const { kind, key, ...copy } = clip;
  return { ...copy, media: [{ url: `/media/clips/${id}`, kind, key }], link: null };
}
