import type { Feature } from '../../platform/site.ts';
import { restoreComment, setCommentHidden } from './comments.ts';
import { personalData } from './personal-data.ts';
import {
  getCommentContext,
  getReportedComment,
  getReportedPost,
  removeCommentById,
} from './reported-content.ts';
import { feedRoutes } from './routes.ts';
import { removePost, restorePost, setPostHidden } from './service.ts';

export const feed: Feature = {
  name: 'feed',
  routes: feedRoutes,
  reportable: {
    post: { reported: getReportedPost, remove: removePost, setHidden: setPostHidden },
    comment: {
      reported: getReportedComment,
      around: getCommentContext,
      remove: removeCommentById,
      setHidden: setCommentHidden,
    },
  },
  restorable: { post: restorePost, comment: restoreComment },
  personalData,
};
