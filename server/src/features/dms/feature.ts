import type { Feature } from '../../platform/site.ts';
import { personalData } from './personal-data.ts';
import { aroundMessage, reportedMessage } from './reporting.ts';
import { dmRoutes } from './routes.ts';
import { removeMessage } from './service.ts';

export const dms: Feature = {
  name: 'dms',
  routes: dmRoutes,
  reportable: { message: { reported: reportedMessage, around: aroundMessage, remove: removeMessage } },
  personalData,
};
