import type { Feature } from '../../platform/site.ts';
import { storeRoutes } from './routes.ts';

export const store: Feature = { name: 'store', routes: storeRoutes };
