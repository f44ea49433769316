import type { Feature } from '../../platform/site.ts';
import { forumJobs } from './jobs.ts';
import { personalData } from './personal-data.ts';
import { getForumPostContext, getReportedForumPost } from './reported-content.ts';
import { forumRoutes } from './routes.ts';
import { deleteForumPost } from './service.ts';

export const forum: Feature = {
  name: 'forum',
  routes: forumRoutes,
  jobs: forumJobs,
  reportable: {
    forumPost: { reported: getReportedForumPost, around: getForumPostContext, remove: deleteForumPost },
  },
  personalData,
};
