import type { Db, Tx } from '../../platform/db/db.ts';
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
    `select id, text, photo_id as "photoId", gif_url as "gifUrl", youtube_id as "youtubeId", likes_count as likes,
            comments_count as comments, created_at as "createdAt"
     from posts where user_id = $1 and id > $2 order by id limit $3`,
    userId,
  ),
  comments: readInBatches(
    db,
    `select id, post_id as "postId", text, gif_url as "gifUrl", created_at as "createdAt"
     from post_comments where user_id = $1 and id > $2 order by id limit $3`,
    userId,
  ),
  'post-likes': exportLikes(db, 'post_likes', 'post_id', userId),
});
