import { AppError } from '../../platform/errors.ts';
import { serveFile } from '../../platform/http/send-file.ts';
import type { Http } from '../../platform/http/server.ts';
import type { Site } from '../../platform/site.ts';
import { getImage } from './service.ts';

/** Serve images of other sites to signed-in players. */
export function imageRoutes(http: Http, site: Site): void {
  serveFile<{ Querystring: { url?: unknown; signature?: unknown } }>(
    http,
    site,
    'outside',
    async ({ query: { url, signature }, viewer }) => {
      if (typeof url !== 'string' || typeof signature !== 'string') throw new AppError('notFound');
      return getImage(site.db, site, { url, signature, viewerId: viewer.id });
    },
  );
}
