import type { Feature } from '../../platform/site.ts';
import { presenceRoutes } from './routes.ts';

export const presence: Feature = { name: 'presence', routes: presenceRoutes };
