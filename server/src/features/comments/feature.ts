import type { Feature } from '../../platform/site.ts';
import { personalData } from './personal-data.ts';
import { getProfileCommentContext, getReportedProfileComment } from './reported-content.ts';
import { commentRoutes } from './routes.ts';
import { removeProfileComment, restoreProfileComment, setProfileCommentHidden } from './service.ts';

export const comments: Feature = {
  name: 'comments',
  routes: commentRoutes,
  reportable: {
    profileComment: {
      reported: getReportedProfileComment,
      around: getProfileCommentContext,
      remove: removeProfileComment,
      setHidden: setProfileCommentHidden,
    },
  },
  restorable: { profileComment: restoreProfileComment },
  personalData,
};
