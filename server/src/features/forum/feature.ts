import { imageUrlsIn } from '@rivalhold/shared/forum/images.ts';
import { isGifUrl } from '@rivalhold/shared/gifs.ts';
import { type DbOrTx, sql } from '../../platform/db/db.ts';
import type { ContextMessage, ReportedContent } from '../../platform/reported-content.ts';
import type { Feature, Site } from '../../platform/site.ts';
import { readContext } from '../profiles/service.ts';
import { restoreCategory } from './categories.ts';
import { deleteForumPost, removeThread, restoreDeletedThread, restoreReply } from './deletion.ts';
import { setForumPostHidden } from './hiding.ts';
import { personalData } from './personal-data.ts';
import { findPost, postLink } from './queries.ts';
import { forumRoutes } from './routes.ts';
import { purgeThreads, rebuildPageAnchors } from './service.ts';

/**
 * Return a post as reportable content, or undefined if the post is not visible to the viewer. The text of an
 * opening post starts with the title of its thread.
 */
export async function getReportedForumPost(
  db: DbOrTx,
  { site, id, viewerId }: { site: Pick<Site, 'config'>; id: number; viewerId: number },
): Promise<ReportedContent | undefined> {
  const post = await findPost(db, id, viewerId);
  if (!post || post.isInvisible) return undefined;
  return {
    ownerId: post.authorId,
    text: post.position === 1 ? `${post.title}\n\n${post.body}` : post.body,
    media: imageUrlsIn(post.body).map((url) => {
      const isGif = isGifUrl(url, site.config.giphyApiBase);
      return { url, kind: 'image', key: null, ...(!isGif && { outside: true }) };
    }),
    link: postLink(post.threadId, id),
    createdAt: post.createdAt,
  };
}

const CONTEXT_ROWS = sql`
  select id, thread_id as parent, position, user_id, body as text, created_at from forum_posts`;

/**
 * Return a post with up to five posts before it and five posts after it. Return an empty list if the post was deleted.
 */
export const getForumPostContext = (db: DbOrTx, id: number): Promise<ContextMessage[]> =>
  readContext(db, CONTEXT_ROWS, id, 5);

export const forum: Feature = {
  name: 'forum',
  routes: forumRoutes,
  jobs(site) {
    site.jobs.define('forum.purge', { cron: '23 4 * * *', run: () => purgeThreads(site.db, site) });
    site.jobs.define('forum.rebuild-anchors', {
      cron: '*/5 * * * *',
      run: () => rebuildPageAnchors(site.db),
    });
  },
  reportable: {
    forumPost: {
      reported: getReportedForumPost,
      around: getForumPostContext,
      remove: deleteForumPost,
      setHidden: setForumPostHidden,
    },
  },
  restorable: { thread: restoreDeletedThread, forumPost: restoreReply, category: restoreCategory },
  removable: { thread: removeThread },
  personalData,
};
