import { photos } from '@rivalhold/shared/contract/photos.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import type { Http } from '../../platform/http.ts';
import { implement } from '../../platform/routes.ts';
import type { Site } from '../../platform/site.ts';
import { clearUploads, withUpload } from '../../platform/uploads.ts';
import { listPhotos, uploadAvatar } from './service.ts';

export function photoRoutes(http: Http, site: Site): void {
  http.app.addHook('onReady', () => clearUploads(site.config.dataDir));

  implement(http, site, photos, {
    'GET /api/photos/user/{userId}': async ({ db, session, params, query }) =>
      listPhotos(db, {
        userId: params.userId,
        viewerId: session.user.id,
        cursor: query.cursor,
        limit: query.limit ?? LIMITS.profilePhotos,
      }),

    'POST /api/upload/avatar': async ({ db, session, request }) =>
      withUpload(request, { dataDir: site.config.dataDir, field: 'avatar' }, async ({ path }) => ({
        avatarUrl: await uploadAvatar(db, site, { userId: session.user.id, file: path }),
      })),
  });
}
