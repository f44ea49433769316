import type { Feature } from '../../platform/site.ts';
import { personalData } from './personal-data.ts';
import { inventoryRoutes } from './routes.ts';

export const inventory: Feature = { name: 'inventory', routes: inventoryRoutes, personalData };
