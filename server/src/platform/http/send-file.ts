import path from 'node:path';
import { fullAvatarKey, IMAGE_SIDES } from '@rivalhold/shared/image-sizes.ts';
import type { Viewer } from '@rivalhold/shared/roles.ts';
import type { FastifyReply, FastifyRequest, RouteGenericInterface } from 'fastify';
import { AppError } from '../errors.ts';
import type { ByteRange, FileStorage } from '../files/storage.ts';
import { rateLimitAddress } from '../security/client-address.ts';
import { RATE_LIMITS } from '../security/rate-limits.ts';
import type { Site } from '../site.ts';
import type { Http } from './server.ts';

export type FileResponse = {
  key: string;
  type: string;
  /** The file name for saving: generated, never chosen by a player. */
  name: string;
  /** How long the viewer's browser may cache it, in ms; the file never changes. Without this it is not cached. */
  cacheMs?: number;
  /** Save it instead of showing it. */
  download?: boolean;
};
export type FilePart = 'file' | 'thumb';

const IMAGE_SIDES_PATTERN = Object.values(IMAGE_SIDES).flat().join('|');
/** Keys are random or numbered by the server, and their files never change. */
const PUBLIC_IMAGE_PATTERN = new RegExp(
  `^/media/((avatars|photos)/[a-z0-9-]{1,80}(\\.(${IMAGE_SIDES_PATTERN}))?\\.webp)$`,
);

/** Return the key of a public image by its path on this site; null for any other path. */
export const publicImageKey = (path: string): string | null => PUBLIC_IMAGE_PATTERN.exec(path)?.[1] ?? null;

/**
 * Return the key and size in bytes of a stored public image. Old avatars have no smaller sizes; their full
 * image is used instead.
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
    if (whole === null || !(error instanceof AppError && error.code === 'notFound')) throw error;
    return { key: whole, size: await files.sizeOf(whole) };
  }
}

const ID_PATTERN = /^[1-9]\d{0,14}$/;

/** A request for a private file, and the signed-in player who sends it. */
type FileRequest<R extends RouteGenericInterface> = Pick<FastifyRequest<R>, 'params' | 'query'> & {
  viewer: Viewer;
};

/**
 * Serve `/media/{path}` to signed-in players; guests get 404. The tests require an access case for each of
 * these routes.
 * @param find returns the file that a viewer may fetch; throws AppError `notFound` if there is none
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
 * Serve the parts of numbered files: `/media/{folder}/{id}`, and `/media/{folder}/{id}/thumb` for thumbnails.
 * @param find returns the file that a viewer may fetch; throws AppError `notFound` if there is none
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
 * Return the signed-in player who requests a file. Requests count by player, or by address for guests.
 * @throws AppError `notFound` for guests; `tooOften`
 */
async function authenticateViewer(http: Http, site: Site, request: FastifyRequest): Promise<Viewer> {
  const session = await site.sessions.find(request.cookies[http.cookies.session]);
  await site.limits.consume(RATE_LIMITS.media, session?.user.id ?? rateLimitAddress(request.ip));
  if (!session) throw new AppError('notFound');
  return session.user;
}

/**
 * Send a private file, or the requested byte range of it: 206, or 416 for a range outside the file and for several
 * ranges. Only the viewer's browser may cache it, and only with `cacheMs`.
 * @throws AppError notFound if the file does not exist
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
  const { range: asked, 'if-range': condition, 'if-none-match': known } = request.headers;
  if (tag && known === tag) return reply.code(304).send();
  // If the condition fails, or the file has no validator, the whole file is sent.
  const range = condition === undefined || condition === tag ? parseRange(asked, size) : 'whole';
  if (range === 'none')
    return reply.code(416).header('content-range', `bytes */${size}`).header('content-length', 0).send();
  const { start, end } = range === 'whole' ? { start: 0, end: size - 1 } : range;
  if (range !== 'whole') reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  reply.type(type).header('content-length', end - start + 1);
  if (request.method === 'HEAD') return reply.send();
  return reply.send(await files.openRange(key, { start, end }));
}

/** Return the range of `size` bytes that a Range header requests; an invalid header is ignored (RFC 9110, 14.2). */
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
