import { retainedSince } from '@rivalhold/shared/retention.ts';
import type { Feature } from '../../platform/site.ts';
import { personalData } from './personal-data.ts';
import { purgeMessages } from './queries.ts';
import { chatRoutes } from './routes.ts';
import {
  getChatMessageContext,
  getReportedChatMessage,
  removeChatMessage,
  restoreChatMessage,
} from './service.ts';

export const chat: Feature = {
  name: 'chat',
  routes: chatRoutes,
  jobs(site) {
    site.jobs.define('chat.purge', {
      cron: '23 4 * * *',
      run: () => purgeMessages(site.db, retainedSince('lobby', site.clock.now())),
    });
  },
  reportable: {
    chatMessage: {
      reported: getReportedChatMessage,
      around: getChatMessageContext,
      remove: removeChatMessage,
    },
  },
  restorable: { chatMessage: restoreChatMessage },
  personalData,
};
