import { AppError } from '../../platform/errors.ts';
import type { Http } from '../../platform/http.ts';
import type { Site } from '../../platform/site.ts';

/** Keys are random or numbered by us and their files never change. */
const KEY_SHAPE = /^(avatars|photos)\/[a-z0-9-]{1,80}(\.(240|480))?\.webp$/;

/** Serves public pictures: immutable, by a key of ours and nothing else. */
export function mediaRoutes({ app }: Http, site: Site): void {
  app.get<{ Params: { '*': string } }>('/media/*', { schema: { hide: true } }, async (request, reply) => {
    const key = request.params['*'];
    if (!KEY_SHAPE.test(key)) throw new AppError('notFound');
    const size = await site.files.sizeOf(key);
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-length', size)
      .type('image/webp')
      .send(await site.files.openRange(key, { start: 0, end: size - 1 }));
  });
}
