import type { Feature } from '../../platform/site.ts';
import { personalData } from './personal-data.ts';
import { activityRoutes } from './routes.ts';

export const activity: Feature = { name: 'activity', routes: activityRoutes, personalData };
