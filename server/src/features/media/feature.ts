import type { Feature } from '../../platform/site.ts';
import { mediaRoutes } from './routes.ts';

export const media: Feature = { name: 'media', routes: mediaRoutes };
