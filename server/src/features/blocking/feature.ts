import type { Feature } from '../../platform/site.ts';
import { blockRoutes } from './routes.ts';

export const blocking: Feature = { name: 'blocking', routes: blockRoutes };
