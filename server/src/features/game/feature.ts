import type { Feature } from '../../platform/site.ts';
import { personalData } from './personal-data.ts';
import { gameRoutes } from './routes.ts';

export const game: Feature = { name: 'game', routes: gameRoutes, personalData };
