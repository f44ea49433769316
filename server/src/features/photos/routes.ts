import { photos } from '@rivalhold/shared/contract/photos.ts';
import { PHOTO_TEXTS } from '@rivalhold/shared/texts/photos.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import type { Http } from '../../platform/http/server.ts';
import { withUpload } from '../../platform/media/uploads.ts';
import { assertNotMuted } from '../../platform/security/account-restrictions.ts';
import type { Site } from '../../platform/site.ts';
import {
  listPhotos,
  removePhoto,
  setPhotoAsAvatar,
  toggleLike,
  updatePhotoCaption,
  uploadAvatar,
  uploadPhoto,
} from './service.ts';

/** Register the routes of photos and avatars. */
export function photoRoutes(http: Http, site: Site): void {
  const { tooLarge } = PHOTO_TEXTS;

  registerRoutes(http, site, photos.routes, {
    'GET /api/photos': async ({ db, session, query }) =>
      listPhotos(db, { ...query, userId: session.user.id, viewerId: session.user.id }),

    'GET /api/photos/user/{userId}': async ({ db, session, params, query }) =>
      listPhotos(db, { ...query, userId: params.userId, viewerId: session.user.id }),

    'POST /api/photos': async ({ session, request, commitResponse }) => {
      const wanted = { userId: session.user.id, field: 'photo', others: ['caption'], tooLarge };
      return withUpload(site, request, wanted, async (upload) => {
        const caption = upload.fields.caption ?? '';
        if (caption.trim() !== '') assertNotMuted(session.user, site.clock.now());
        return { photo: await uploadPhoto(site.db, site, { upload, caption, commitResponse }) };
      });
    },

    'PATCH /api/photos/{id}': async ({ db, session, params, body }) => ({
      photo: await updatePhotoCaption(db, {
        userId: session.user.id,
        photoId: params.id,
        caption: body.caption,
      }),
    }),

    'DELETE /api/photos/{id}': async ({ db, session, params, body: reason }) => {
      await removePhoto(db, site, { photoId: params.id, viewer: session.user, reason });
      return { deleted: 'photo' as const };
    },

    'PATCH /api/photos/{id}/avatar': async ({ db, session, params }) => ({
      avatarUrl: await setPhotoAsAvatar(db, site, { userId: session.user.id, photoId: params.id }),
    }),

    'POST /api/photos/{id}/like': async ({ db, session, params }) =>
      toggleLike(db, site, { photoId: params.id, user: session.user }),

    'POST /api/upload/avatar': async ({ session, request, commitResponse }) => {
      const wanted = { userId: session.user.id, field: 'avatar', others: [], tooLarge };
      return withUpload(site, request, wanted, async (upload) => ({
        avatarUrl: await uploadAvatar(site.db, site, { upload, commitResponse }),
      }));
    },
  });
}
