import type { Feature } from '../../platform/site.ts';
import { personalData } from './personal-data.ts';
import { aroundComment, removeCommentById, reportedComment, reportedPost } from './reporting.ts';
import { feedRoutes } from './routes.ts';
import { removePost } from './service.ts';

export const feed: Feature = {
  name: 'feed',
  routes: feedRoutes,
  reportable: {
    post: { reported: reportedPost, remove: removePost },
    comment: { reported: reportedComment, around: aroundComment, remove: removeCommentById },
  },
  personalData,
};
