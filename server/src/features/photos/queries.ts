import type { Photo } from '@rivalhold/shared/contract/profiles.ts';
import { type DbOrTx, run } from '../../platform/db/db.ts';

type Row = {
  id: number;
  file_key: string;
  thumb_key: string;
  width: number;
  height: number;
  caption: string;
  likes_count: number;
  liked: boolean;
};

/** Photos of a player with a lower id, the newest first. */
export async function photoPage(
  db: DbOrTx,
  {
    userId,
    viewerId,
    beforeId,
    limit,
  }: { userId: number; viewerId: number; beforeId: number; limit: number },
): Promise<Photo[]> {
  const rows = await run<Row>(
    db,
    `select p.id, p.file_key, p.thumb_key, p.width, p.height, p.caption, p.likes_count,
            exists (select 1 from photo_likes l where l.photo_id = p.id and l.user_id = $4) as liked
     from photos p where p.user_id = $1 and p.id < $2 order by p.id desc limit $3`,
    [userId, beforeId, limit, viewerId],
  );
  return rows.map((row) => ({
    id: row.id,
    imageUrl: `/media/${row.file_key}`,
    thumbUrl: `/media/${row.thumb_key}`,
    width: row.width,
    height: row.height,
    caption: row.caption,
    likes: row.likes_count,
    likedByCurrentUser: row.liked,
  }));
}
