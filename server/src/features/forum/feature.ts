import type { Feature } from '../../platform/site.ts';
import { personalData } from './personal-data.ts';
import { getForumPostContext, getReportedForumPost } from './reported-content.ts';
import { forumRoutes } from './routes.ts';
import {
  deleteForumPost,
  purgeThreads,
  rebuildPageAnchors,
  removeThread,
  restoreCategory,
  restoreDeletedThread,
  restoreReply,
  setForumPostHidden,
} from './service.ts';

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
