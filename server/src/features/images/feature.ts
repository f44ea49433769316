import type { Feature } from '../../platform/site.ts';
import { imageJobs } from './jobs.ts';
import { personalData } from './personal-data.ts';
import { imageRoutes } from './routes.ts';

export const images: Feature = { name: 'images', routes: imageRoutes, jobs: imageJobs, personalData };
