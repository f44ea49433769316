import { sql } from '../../platform/db/db.ts';
import { INTERNAL, SELF } from '../../platform/personal-data/declaration.ts';
import type { PersonalData } from '../../platform/site.ts';
import { erasePlayer, exportSections } from './erasure.ts';

const STAYS = { kept: 'threads and posts stay, by “Deleted player”' };

export const personalData: PersonalData = {
  erase: erasePlayer,
  sections: exportSections,
  tables: {
    forum_categories: { notPersonal: 'the sections of the forum' },
    forum_threads: {
      rows: (userId) => sql`user_id = ${userId}`,
      section: 'forum-threads',
      columns: {
        id: [STAYS, true],
        category_id: [STAYS, { shownAs: 'forum-threads.category' }],
        user_id: [STAYS, SELF],
        title: [STAYS, true],
        post_count: [STAYS, INTERNAL],
        last_position: [STAYS, INTERNAL],
        created_at: [STAYS, true],
        updated_at: [STAYS, INTERNAL],
        deleted_at: [STAYS, true],
        excerpt: [STAYS, { omitted: 'the opening post is in the export' }],
      },
    },
    forum_titles: {
      rows: (userId) => sql`thread_id in (select id from forum_threads where user_id = ${userId})`,
      columns: {
        thread_id: [STAYS, { omitted: 'the thread is in the export' }],
        title: [STAYS, { omitted: 'the thread is in the export' }],
      },
    },
    forum_posts: {
      rows: (userId) => sql`user_id = ${userId}`,
      section: 'forum-posts',
      columns: {
        id: [STAYS, true],
        thread_id: [STAYS, true],
        user_id: [STAYS, SELF],
        position: [STAYS, true],
        body: [STAYS, true],
        like_count: [STAYS, { as: 'forum-posts.likes' }],
        created_at: [STAYS, true],
        edited_at: [STAYS, true],
      },
    },
    forum_likes: {
      rows: (userId) => sql`user_id = ${userId}`,
      section: 'forum-likes',
      columns: {
        post_id: ['erased', { as: 'forum-likes.id' }],
        user_id: ['erased', SELF],
        created_at: ['erased', true],
      },
    },
    forum_page_anchors: { notPersonal: 'positions of threads in their lists' },
    forum_anchor_changes: { notPersonal: 'changes of those positions' },
  },
};
