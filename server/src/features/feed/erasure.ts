import { type Db, sql, type Tx } from '../../platform/db/db.ts';
import { type ExportSections, exportLikes, readInBatches } from '../../platform/personal-data/export-rows.ts';
import { createLikesEraser } from '../../platform/personal-data/likes-eraser.ts';
import type { Site } from '../../platform/site.ts';
import { markPostChanged } from './count-broadcast.ts';

const eraseLikes = createLikesEraser('posts', 'post_likes', 'post_id');

/** Takes back some of the likes of a player who left, whose posts and comments stay; answers whether none are left. */
export async function erasePlayer(tx: Tx, site: Site, userId: number): Promise<boolean> {
  const posts = await eraseLikes(tx, userId);
  for (const id of posts) markPostChanged(tx, site, id);
  return posts.length === 0;
}

/** What a player wrote and liked in the feed. */
export const exportSections = (db: Db, userId: number): ExportSections => ({
  posts: readInBatches(
    db,
    (afterId, limit) => sql`
      select id, text, photo_id as "photoId", gif_url as "gifUrl", youtube_id as "youtubeId",
             likes_count as likes, comments_count as comments, created_at as "createdAt"
      from posts where user_id = ${userId} and id > ${afterId} order by id limit ${limit}`,
  ),
  comments: readInBatches(
    db,
    (afterId, limit) => sql`
      select id, post_id as "postId", text, gif_url as "gifUrl", created_at as "createdAt"
      from post_comments where user_id = ${userId} and id > ${afterId} order by id limit ${limit}`,
  ),
  'post-likes': exportLikes(db, 'post_likes', 'post_id', userId),
});
