import type { Feature } from '../../platform/site.ts';
import { adminRoutes } from './routes.ts';

export const admin: Feature = { name: 'admin', routes: adminRoutes };
