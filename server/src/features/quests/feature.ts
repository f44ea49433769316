import type { Feature } from '../../platform/site.ts';
import { personalData } from './personal-data.ts';
import { questRoutes } from './routes.ts';

export const quests: Feature = { name: 'quests', routes: questRoutes, personalData };
