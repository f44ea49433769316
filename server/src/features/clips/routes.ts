import { clips } from '@rivalhold/shared/contract/clips.ts';
import { CLIP_TEXTS } from '@rivalhold/shared/texts/clips.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import { serveFiles } from '../../platform/http/send-file.ts';
import type { Http } from '../../platform/http/server.ts';
import { withUpload } from '../../platform/media/uploads.ts';
import type { Site } from '../../platform/site.ts';
import { getClipFile, listClips, removeClip, toggleLike, uploadClip, viewClip } from './service.ts';

const UPLOAD_RULES = {
  field: 'file',
  others: ['caption'],
  tooLarge: CLIP_TEXTS.tooLarge,
  preview: { field: 'thumb', bytes: 2 * 2 ** 20, tooLarge: CLIP_TEXTS.thumbTooLarge },
};

/** Register the routes of clips and of their files. */
export function clipRoutes(http: Http, site: Site): void {
  registerRoutes(http, site, clips.routes, {
    'GET /api/clips/feed': async ({ db, session, query }) =>
      listClips(db, site, { ...query, viewerId: session.user.id }),

    'POST /api/clips': async ({ session, request, commitResponse }) =>
      withUpload(site, request, { userId: session.user.id, ...UPLOAD_RULES }, (upload) =>
        uploadClip(site.db, site, { upload, caption: upload.fields.caption, commitResponse }),
      ),

    'POST /api/clips/{id}/like': async ({ db, session, params }) =>
      toggleLike(db, site, { clipId: params.id, user: session.user }),

    'POST /api/clips/{id}/view': async ({ db, session, params }) =>
      viewClip(db, site, { clipId: params.id, userId: session.user.id }),

    'DELETE /api/clips/{id}': async ({ db, session, params, body: reason }) => {
      await removeClip(db, site, { id: params.id, viewer: session.user, reason });
      return { deleted: 'clip' as const };
    },
  });

  serveFiles(http, site, { folder: 'clips', parts: ['file', 'thumb'] }, (which) =>
    getClipFile(site.db, site, which),
  );
}
