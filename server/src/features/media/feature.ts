import { AppError } from '../../platform/errors.ts';
import { findPublicImage, publicImageKey } from '../../platform/http/send-file.ts';
import { deleteStaleUploads } from '../../platform/media/uploads.ts';
import { rateLimitAddress } from '../../platform/security/client-address.ts';
import { RATE_LIMITS } from '../../platform/security/rate-limits.ts';
import type { Feature } from '../../platform/site.ts';

export const media: Feature = {
  name: 'media',
  /** Serve public images, which never change, by their keys. */
  routes({ app }, site) {
    app.addHook('onReady', () => deleteStaleUploads(site.config.dataDir));
    app.get<{ Params: { '*': string } }>('/media/*', { schema: { hide: true } }, async (request, reply) => {
      // Limit requests per address and not per player. Reading the session requires the database, but public images are
      // served even while the database is down.
      await site.limits.consume(RATE_LIMITS.media, rateLimitAddress(request.ip));
      const publicKey = publicImageKey(`/media/${request.params['*']}`);
      if (publicKey === null) throw new AppError('notFound');
      const { key, size } = await findPublicImage(site.files, publicKey);
      return (
        reply
          // Allow only browsers to cache the image. In a shared cache, the image would stay available after it is
          // deleted.
          .header('cache-control', 'private, max-age=31536000, immutable')
          .header('content-length', size)
          .type('image/webp')
          .send(await site.files.openRange(key, { start: 0, end: size - 1 }))
      );
    });
  },
};
