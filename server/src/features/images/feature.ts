import { AppError } from '../../platform/errors.ts';
import { serveFile } from '../../platform/http/send-file.ts';
import { ALL_ROWS } from '../../platform/personal-data/declaration.ts';
import type { Feature } from '../../platform/site.ts';
import { getImage, purgeFiles, purgeImages } from './service.ts';

export const images: Feature = {
  name: 'images',
  /** Serve images from other sites to signed-in players. */
  routes(http, site) {
    serveFile<{ Querystring: { url?: unknown; signature?: unknown } }>(
      http,
      site,
      'outside',
      async ({ query: { url, signature }, viewer }) => {
        if (typeof url !== 'string' || typeof signature !== 'string') throw new AppError('notFound');
        return getImage(site.db, site, { url, signature, viewerId: viewer.id });
      },
    );
  },
  jobs(site) {
    site.jobs.define('images.purge', { cron: '*/10 * * * *', run: () => purgeImages(site.db, site) });
  },
  personalData: {
    purgeFiles,
    storage: { 'outside/': { notPersonal: 'pictures from other sites, the same for all players' } },
    tables: {
      external_images: {
        notPersonal: 'pictures from other sites by the hash of their URL',
        notInCopy: ALL_ROWS,
      },
    },
  },
};
