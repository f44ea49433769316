import type { Feature } from '../../platform/site.ts';
import { personalData } from './personal-data.ts';
import { friendRoutes } from './routes.ts';

export const friends: Feature = { name: 'friends', routes: friendRoutes, personalData };
