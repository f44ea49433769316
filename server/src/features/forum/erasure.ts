import { type Db, sql, type Tx } from '../../platform/db/db.ts';
import { type ExportSections, exportLikes, readInBatches } from '../../platform/personal-data/export-rows.ts';
import { createLikesEraser } from '../../platform/personal-data/likes-eraser.ts';
import type { Site } from '../../platform/site.ts';

const eraseLikes = createLikesEraser('forum_posts', 'forum_likes', 'post_id', 'like_count');

/** Takes back some of the likes of a player who left, whose threads and posts stay; answers whether none are left. */
export async function erasePlayer(tx: Tx, _site: Site, userId: number): Promise<boolean> {
  return (await eraseLikes(tx, userId)).length === 0;
}

/** What a player wrote and liked in the forum. */
export const exportSections = (db: Db, userId: number): ExportSections => ({
  'forum-threads': readInBatches(
    db,
    (afterId, limit) => sql`
      select t.id, t.title, c.title as category, t.created_at as "createdAt", t.deleted_at as "deletedAt"
      from (
        select * from forum_threads where user_id = ${userId} and id > ${afterId} order by id limit ${limit}
      ) t
      join forum_categories c on c.id = t.category_id order by t.id`,
  ),
  // The threads are looked up for the posts of a batch alone, however many a player has.
  'forum-posts': readInBatches(
    db,
    (afterId, limit) => sql`
      select p.id, p.thread_id as "threadId", t.title as thread, p.position, p.body, p.like_count as likes,
        p.created_at as "createdAt", p.edited_at as "editedAt"
      from (
        select * from forum_posts where user_id = ${userId} and id > ${afterId} order by id limit ${limit}
      ) p
      cross join lateral (select title from forum_threads where id = p.thread_id limit 1) t order by p.id`,
  ),
  'forum-likes': exportLikes(db, 'forum_likes', 'post_id', userId),
});
