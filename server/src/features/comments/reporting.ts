import { type DbOrTx, runFirst } from '../../platform/db/db.ts';
import type { Around, Reportable } from '../../platform/reportable.ts';
import { notBlocked } from '../blocks/service.ts';
import { nearText, readAround } from '../profiles/service.ts';

type Row = { user_id: number; profile_id: number; body: string; created_at: Date };

/** A comment on a profile as a report keeps it; undefined where the viewer may not see it. */
export async function reportedProfileComment(
  db: DbOrTx,
  { id, viewerId }: { id: number; viewerId: number },
): Promise<Reportable | undefined> {
  const row = await runFirst<Row>(
    db,
    `select user_id, profile_id, body, created_at from profile_comments
     where id = $1 and ${notBlocked('$2', 'user_id')} and ${notBlocked('$2', 'profile_id')}`,
    [id, viewerId],
  );
  if (!row) return undefined;
  return {
    ownerId: row.user_id,
    text: row.body,
    media: [],
    link: `/profiles/${row.profile_id}`,
    createdAt: row.created_at,
  };
}

const AROUND = nearText(
  'select id, profile_id as parent, id as place, user_id, body as text, created_at from profile_comments',
);

/** The comments before and after one. */
export const aroundProfileComment = (db: DbOrTx, id: number): Promise<Around[]> => readAround(db, AROUND, id);
