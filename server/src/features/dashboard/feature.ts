import type { Feature } from '../../platform/site.ts';
import { dashboardRoutes } from './routes.ts';

export const dashboard: Feature = { name: 'dashboard', routes: dashboardRoutes };
