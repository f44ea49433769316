import type { Feature } from '../../platform/site.ts';
import { imageRoutes } from './routes.ts';
import { purgeImages } from './service.ts';

export const images: Feature = {
  name: 'images',
  routes: imageRoutes,
  jobs(site) {
    site.jobs.define('images.purge', { every: '*/10 * * * *', run: () => purgeImages(site.db, site) });
  },
  personalData: {
    storage: { 'outside/': { notPersonal: 'pictures of other sites, the same for all players' } },
    tables: {
      external_images: { notPersonal: 'pictures of other sites by the hash of their address' },
    },
  },
};
