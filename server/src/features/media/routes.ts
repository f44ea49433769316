import { AppError } from '../../platform/errors.ts';
import { rateLimitAddress } from '../../platform/http/client-address.ts';
import { findPublicImage, publicImageKey } from '../../platform/http/send-file.ts';
import type { Http } from '../../platform/http/server.ts';
import type { Site } from '../../platform/site.ts';

/** Serves public pictures: immutable, by a key of ours and nothing else. */
export function mediaRoutes({ app }: Http, site: Site): void {
  app.get<{ Params: { '*': string } }>('/media/*', { schema: { hide: true } }, async (request, reply) => {
    // By the address alone: nothing else here needs the database, which may be away, or frozen.
    await site.limits.consume('media', rateLimitAddress(request.ip));
    const publicKey = publicImageKey(`/media/${request.params['*']}`);
    if (publicKey === null) throw new AppError('notFound');
    const { key, size } = await findPublicImage(site.files, publicKey);
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-length', size)
      .type('image/webp')
      .send(await site.files.openRange(key, { start: 0, end: size - 1 }));
  });
}
