import type { Feature } from '../../platform/site.ts';
import { apiDocsRoutes } from './routes.ts';

export const apiDocs: Feature = { name: 'api-docs', routes: apiDocsRoutes };
