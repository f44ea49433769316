import { type Db, sql, type Tx } from '../../platform/db/db.ts';
import { INTERNAL, SELF } from '../../platform/personal-data/declaration.ts';
import {
  type ExportSections,
  exportInBatches,
  exportLikes,
} from '../../platform/personal-data/export-rows.ts';
import type { PersonalData, Site } from '../../platform/site.ts';
import { createLikesEraser } from '../likes/service.ts';
import { eraseDeletedThreads } from './deletion.ts';

const eraseLikes = createLikesEraser('forum_posts', 'forum_likes', 'post_id');

/**
 * Remove a batch of a player's likes. If there are none, remove a batch of the player's threads that staff deleted.
 * Other threads and posts stay. Return true if nothing was left to remove.
 */
export async function erasePlayer(tx: Tx, _site: Site, userId: number): Promise<boolean> {
  return (await eraseLikes(tx, userId)).length === 0 && (await eraseDeletedThreads(tx, userId));
}

/** Return a player's threads, posts and likes in the forum. */
export const exportSections = (db: Db, userId: number): ExportSections => ({
  'forum-threads': exportInBatches(
    db,
    (afterId, limit) => sql`
      select t.id, t.title, c.title as category, t.created_at as "createdAt", t.deleted_at as "deletedAt"
      from (
        select * from forum_threads where user_id = ${userId} and id > ${afterId} order by id limit ${limit}
      ) t
      join forum_categories c on c.id = t.category_id order by t.id`,
  ),
  // Look up the thread of each post by id, so that PostgreSQL does not read all threads for each batch of posts.
  'forum-posts': exportInBatches(
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

const RETAINED = { retained: 'threads and posts stay, with “Deleted player” as their author' };

export const personalData: PersonalData = {
  erase: erasePlayer,
  sections: exportSections,
  tables: {
    forum_categories: { notPersonal: 'the sections of the forum' },
    forum_threads: {
      retention: 'content',
      rows: (userId) => sql`user_id = ${userId}`,
      section: 'forum-threads',
      columns: {
        id: [RETAINED, true],
        category_id: [RETAINED, { exportedAs: 'forum-threads.category' }],
        user_id: [RETAINED, SELF],
        title: [RETAINED, true],
        folded_title: [RETAINED, { omitted: 'it is the title in a normalized form for searches' }],
        post_count: [RETAINED, INTERNAL],
        last_position: [RETAINED, INTERNAL],
        created_at: [RETAINED, true],
        updated_at: [RETAINED, INTERNAL],
        deleted_at: [RETAINED, true],
        excerpt: [RETAINED, { omitted: 'the opening post is in the export' }],
      },
    },
    forum_titles: {
      retention: 'content',
      rows: (userId) => sql`thread_id in (select id from forum_threads where user_id = ${userId})`,
      columns: {
        thread_id: [RETAINED, { omitted: 'the thread is in the export' }],
        title: [RETAINED, { omitted: 'the thread is in the export' }],
      },
    },
    forum_posts: {
      retention: 'content',
      rows: (userId) => sql`user_id = ${userId}`,
      section: 'forum-posts',
      columns: {
        id: [RETAINED, true],
        thread_id: [RETAINED, true],
        user_id: [RETAINED, SELF],
        position: [RETAINED, true],
        body: [RETAINED, true],
        like_count: [RETAINED, { as: 'forum-posts.likes' }],
        created_at: [RETAINED, true],
        edited_at: [RETAINED, true],
      },
    },
    forum_likes: {
      retention: 'account',
      rows: (userId) => sql`user_id = ${userId}`,
      section: 'forum-likes',
      columns: {
        post_id: ['erased', { as: 'forum-likes.id' }],
        user_id: ['erased', SELF],
        created_at: ['erased', true],
      },
    },
    forum_moved_threads: { notPersonal: 'moves of threads out of deleted categories' },
    forum_page_anchors: { notPersonal: 'positions of threads in their lists' },
    forum_anchor_changes: { notPersonal: 'changes of thread positions' },
  },
};
