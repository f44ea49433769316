import type { Feature } from '../../platform/site.ts';
import { personalData } from './personal-data.ts';
import { getDirectMessageContext, getReportedDirectMessage } from './reported-content.ts';
import { dmRoutes } from './routes.ts';
import { markConversationRead, removeReportedMessage } from './service.ts';

export const dms: Feature = {
  name: 'dms',
  routes: dmRoutes,
  reportable: {
    message: {
      reported: getReportedDirectMessage,
      around: getDirectMessageContext,
      remove: removeReportedMessage,
    },
  },
  personalData,
  // After a block, the blocker must not have unread messages from the blocked player.
  onBlock: markConversationRead,
};
