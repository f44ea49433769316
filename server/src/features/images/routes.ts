import { AppError } from '../../platform/errors.ts';
import { authenticateViewer, sendFile } from '../../platform/http/send-file.ts';
import type { Http } from '../../platform/http/server.ts';
import type { Site } from '../../platform/site.ts';
import { getImage } from './service.ts';

/** Serves pictures of other sites to those who are signed in; to everybody else they are not there. */
export function imageRoutes(http: Http, site: Site): void {
  http.app.get<{ Querystring: { url?: unknown; signature?: unknown } }>(
    '/media/outside',
    { schema: { hide: true } },
    async (request, reply) => {
      const viewer = await authenticateViewer(http, site, request);
      const { url, signature } = request.query;
      if (typeof url !== 'string' || typeof signature !== 'string') throw new AppError('notFound');
      return sendFile(
        request,
        reply,
        site.files,
        await getImage(site.db, site, { url, signature, viewerId: viewer.id }),
      );
    },
  );
}
