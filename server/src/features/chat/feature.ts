import type { Feature } from '../../platform/site.ts';
import { chatJobs } from './jobs.ts';
import { personalData } from './personal-data.ts';
import { chatRoutes } from './routes.ts';
import { getChatMessageContext, getReportedChatMessage, removeChatMessage } from './service.ts';

export const chat: Feature = {
  name: 'chat',
  routes: chatRoutes,
  jobs: chatJobs,
  reportable: {
    chatMessage: {
      reported: getReportedChatMessage,
      around: getChatMessageContext,
      remove: removeChatMessage,
    },
  },
  personalData,
};
