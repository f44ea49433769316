import type { Feature } from '../../platform/site.ts';
import { moderationRoutes } from './routes.ts';

export const moderation: Feature = { name: 'moderation', routes: moderationRoutes };
