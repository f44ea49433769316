import type { Feature } from '../../platform/site.ts';
import { personalData } from './personal-data.ts';
import { auditRoutes } from './routes.ts';

export const audit: Feature = { name: 'audit', routes: auditRoutes, personalData };
