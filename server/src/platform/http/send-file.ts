import path from 'node:path';
import { fullAvatarKey, IMAGE_SIDES } from '@rivalhold/shared/image-sizes.ts';
import type { Viewer } from '@rivalhold/shared/roles.ts';
import type { FastifyReply, FastifyRequest, RouteGenericInterface } from 'fastify';
import { AppError, hasCode } from '../errors.ts';
import type { ByteRange, FileStorage } from '../files/storage.ts';
import { rateLimitAddress } from '../security/client-address.ts';
import { RATE_LIMITS } from '../security/rate-limits.ts';
import type { Site } from '../site.ts';
import type { Http } from './server.ts';

export type FileResponse = {
  key: string;
  type: string;
  /** The file name for downloads. The server generates it, and never uses a name that a player has chosen. */
  name: string;
  /** Time in ms for which the viewer's browser may cache the file. By default, the browser must not cache it. */
  cacheMs?: number;
  /** True to download the file instead of displaying it. */
  download?: boolean;
};
export type FilePart = 'file' | 'thumb';

const IMAGE_SIDES_PATTERN = Object.values(IMAGE_SIDES).flat().join('|');
/**
 * Paths of public images. The server generates their keys from random or sequential ids, and the files never
 * change.
 */
const PUBLIC_IMAGE_PATTERN = new RegExp(
  `^/media/((avatars|photos)/[a-z0-9-]{1,80}(\\.(${IMAGE_SIDES_PATTERN}))?\\.webp)$`,
);

/** Return the storage key of a public image from its path on this site. Return null for any other path. */
export const publicImageKey = (path: string): string | null => PUBLIC_IMAGE_PATTERN.exec(path)?.[1] ?? null;

/**
 * Return the key of a stored public image and its size in bytes. Old avatars have no smaller versions, so for these
 * avatars the key of the full image is returned.
 * @throws AppError `notFound`
 */
export async function findPublicImage(
  files: FileStorage,
  key: string,
): Promise<{ key: string; size: number }> {
  const whole = fullAvatarKey(key);
  try {
    return { key, size: await files.sizeOf(key) };
  } catch (error) {
    if (whole === null || !hasCode(error, 'notFound')) throw error;
    return { key: whole, size: await files.sizeOf(whole) };
  }
}

const ID_PATTERN = /^[1-9]\d{0,14}$/;

/** Parameters of a request for a private file, and the signed-in player who sent the request. */
type FileRequest<R extends RouteGenericInterface> = Pick<FastifyRequest<R>, 'params' | 'query'> & {
  viewer: Viewer;
};

/**
 * Serve `/media/{path}` to signed-in players. Guests get 404. Each of these routes needs an access case, which
 * `access.test.ts` runs.
 * @param find returns the requested file, and throws AppError `notFound` if it is missing or the viewer must not see it
 */
export function serveFile<R extends RouteGenericInterface>(
  http: Http,
  site: Site,
  path: string,
  find: (request: FileRequest<R>) => Promise<FileResponse>,
): void {
  http.app.route({
    method: ['GET', 'HEAD'],
    url: `/media/${path}`,
    schema: { hide: true },
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const viewer = await authenticateViewer(http, site, request);
      const { params, query } = request as FastifyRequest<R>;
      return sendFile(request, reply, site.files, await find({ params, query, viewer }));
    },
  });
}

/**
 * Serve files by their numeric ids: `/media/{folder}/{id}`, and `/media/{folder}/{id}/thumb` for thumbnails.
 * @param find returns the requested file, and throws AppError `notFound` if it is missing or the viewer must not see it
 */
export function serveFiles(
  http: Http,
  site: Site,
  { folder, parts }: { folder: string; parts: readonly FilePart[] },
  find: (which: { id: number; part: FilePart; viewer: Viewer }) => Promise<FileResponse>,
): void {
  for (const part of parts)
    serveFile<{ Params: { id: string } }>(
      http,
      site,
      `${folder}/:id${part === 'thumb' ? '/thumb' : ''}`,
      async ({ params: { id }, viewer }) => {
        if (!ID_PATTERN.test(id)) throw new AppError('notFound');
        return find({ id: Number(id), part, viewer });
      },
    );
}

/**
 * Return the signed-in player who requests a file. Count the request towards a rate limit: the player's limit, or, for
 * a guest, the limit for the client's address.
 * @throws AppError `notFound` for guests
 * @throws AppError `tooOften` if the rate limit is exceeded
 */
async function authenticateViewer(http: Http, site: Site, request: FastifyRequest): Promise<Viewer> {
  const session = await site.sessions.find(request.cookies[http.cookies.session]);
  await site.limits.consume(RATE_LIMITS.media, session?.user.id ?? rateLimitAddress(request.ip));
  if (!session) throw new AppError('notFound');
  return session.user;
}

/**
 * Send a private file with status 200, or a requested byte range of the file with 206. Respond with 416 if the range is
 * outside the file, or if several ranges are requested. If `cacheMs` is set, the viewer's browser may cache the file.
 * Respond with 304 if the browser has cached it. Shared caches must never cache it.
 * @throws AppError `notFound` if the file does not exist
 */
async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  files: FileStorage,
  { key, type, name, cacheMs, download }: FileResponse,
): Promise<FastifyReply> {
  const size = await files.sizeOf(key);
  const tag = cacheMs === undefined ? undefined : `"${path.basename(key)}"`;
  reply
    .header(
      'cache-control',
      tag ? `private, max-age=${Math.floor((cacheMs ?? 0) / 1_000)}` : 'private, no-store',
    )
    .header('x-content-type-options', 'nosniff')
    .header('content-disposition', `${download ? 'attachment' : 'inline'}; filename="${name}"`)
    .header('accept-ranges', 'bytes');
  if (tag) reply.header('etag', tag);
  const { range: rangeHeader, 'if-range': condition, 'if-none-match': known } = request.headers;
  if (tag && known === tag) return reply.code(304).send();
  // If the request has an If-Range header that is not the file's ETag, send the whole file.
  const range = condition === undefined || condition === tag ? parseRange(rangeHeader, size) : 'whole';
  if (range === 'none')
    return reply.code(416).header('content-range', `bytes */${size}`).header('content-length', 0).send();
  const { start, end } = range === 'whole' ? { start: 0, end: size - 1 } : range;
  if (range !== 'whole') reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  reply.type(type).header('content-length', end - start + 1);
  if (request.method === 'HEAD') return reply.send();
  return reply.send(await files.openRange(key, { start, end }));
}

/**
 * Parse the Range header of a request for a file of `size` bytes. Return 'none' if the range is outside the file, or if
 * several ranges are requested. Return 'whole' if the header is missing, is invalid, or has a unit other than bytes. A
 * server can ignore an invalid range, and must ignore an unknown unit (RFC 9110, 14.2).
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'whole' | 'none' {
  const found = /^bytes=\s*(.*)$/i.exec(header ?? '');
  if (!found) return 'whole';
  const parts = (found[1] ?? '').split(',');
  if (parts.length > 1) return 'none';
  const [, first = '', last = ''] = /^\s*(\d*)-(\d*)\s*$/.exec(parts[0] ?? '') ?? [];
  if (first === '' && last === '') return 'whole';
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return 'whole';
  return start < size && start <= end ? { start, end } : 'none';
}
