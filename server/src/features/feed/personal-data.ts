import { sql } from '../../platform/db/db.ts';
import { INTERNAL, SELF } from '../../platform/personal-data/declaration.ts';
import type { PersonalData } from '../../platform/site.ts';
import { erasePlayer, exportSections } from './erasure.ts';

const STAYS = { kept: 'posts and comments stay, by “Deleted player”' };

export const personalData: PersonalData = {
  erase: erasePlayer,
  sections: exportSections,
  tables: {
    posts: {
      rows: (userId) => sql`user_id = ${userId}`,
      section: 'posts',
      columns: {
        id: [STAYS, true],
        user_id: [STAYS, SELF],
        text: [STAYS, true],
        photo_id: ['erased', true],
        gif_url: [STAYS, true],
        youtube_id: [STAYS, true],
        likes_count: [STAYS, { as: 'posts.likes' }],
        comments_count: [STAYS, { as: 'posts.comments' }],
        created_at: [STAYS, true],
      },
    },
    post_comments: {
      rows: (userId) => sql`user_id = ${userId}`,
      section: 'comments',
      columns: {
        id: [STAYS, true],
        post_id: [STAYS, true],
        user_id: [STAYS, SELF],
        text: [STAYS, true],
        gif_url: [STAYS, true],
        created_at: [STAYS, true],
      },
    },
    post_likes: {
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
