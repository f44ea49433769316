import { type Db, sql, type Tx } from '../../platform/db/db.ts';
import { INTERNAL, NOTHING, SELF } from '../../platform/personal-data/declaration.ts';
import {
  type ExportSections,
  exportInBatches,
  exportLikes,
} from '../../platform/personal-data/export-rows.ts';
import type { PersonalData, Site } from '../../platform/site.ts';
import { createLikesEraser } from '../likes/service.ts';
import { markPostChanged } from './count-broadcast.ts';

const eraseLikes = createLikesEraser('posts', 'post_likes', 'post_id');

/**
 * Remove a batch of a player's likes, but keep the player's posts and comments. Return true if nothing was left to
 * remove.
 */
export async function erasePlayer(tx: Tx, site: Site, userId: number): Promise<boolean> {
  const posts = await eraseLikes(tx, userId);
  for (const id of posts) markPostChanged(tx, site, id);
  return posts.length === 0;
}

/** Return a player's posts, comments and likes in the feed. */
export const exportSections = (db: Db, userId: number): ExportSections => ({
  posts: exportInBatches(
    db,
    (afterId, limit) => sql`
      select id, text, photo_id as "photoId", gif_url as "gifUrl", youtube_id as "youtubeId",
             like_count as likes, comment_count as comments, created_at as "createdAt"
      from posts where user_id = ${userId} and id > ${afterId} order by id limit ${limit}`,
  ),
  comments: exportInBatches(
    db,
    (afterId, limit) => sql`
      select id, post_id as "postId", text, gif_url as "gifUrl", created_at as "createdAt"
      from post_comments where user_id = ${userId} and id > ${afterId} order by id limit ${limit}`,
  ),
  'post-likes': exportLikes(db, 'post_likes', 'post_id', userId),
});

const RETAINED = { retained: 'posts and comments stay, with “Deleted player” as their author' };

export const personalData: PersonalData = {
  erase: erasePlayer,
  sections: exportSections,
  tables: {
    posts: {
      retention: 'content',
      rows: (userId) => sql`user_id = ${userId}`,
      section: 'posts',
      columns: {
        id: [RETAINED, true],
        user_id: [RETAINED, SELF],
        text: [RETAINED, true],
        photo_id: ['erased', true],
        gif_url: [RETAINED, true, NOTHING],
        youtube_id: [RETAINED, true, NOTHING],
        like_count: [RETAINED, { as: 'posts.likes' }],
        comment_count: [RETAINED, { as: 'posts.comments' }],
        created_at: [RETAINED, true],
      },
    },
    post_comments: {
      retention: 'content',
      rows: (userId) => sql`user_id = ${userId}`,
      section: 'comments',
      columns: {
        id: [RETAINED, true],
        post_id: [RETAINED, true],
        user_id: [RETAINED, SELF],
        text: [RETAINED, true],
        gif_url: [RETAINED, true, NOTHING],
        created_at: [RETAINED, true],
      },
    },
    post_likes: {
      retention: 'account',
      rows: (userId) => sql`user_id = ${userId}`,
      section: 'post-likes',
      columns: {
        post_id: ['erased', { as: 'post-likes.id' }],
        user_id: ['erased', SELF],
        id: ['erased', INTERNAL],
        created_at: ['erased', true],
      },
    },
  },
};
