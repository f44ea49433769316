import path from 'node:path';
import { fullAvatarKey, IMAGE_SIDES } from '@rivalhold/shared/image-sizes.ts';
import type { Viewer } from '@rivalhold/shared/roles.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { ByteRange, FileStorage } from '../files/storage.ts';
import type { Site } from '../site.ts';
import { rateLimitAddress } from './client-address.ts';
import type { Http } from './server.ts';

export type FileResponse = {
  key: string;
  type: string;
  /** What a browser saves it as: a neutral name of ours. */
  name: string;
  /** How long the viewer's browser may keep it, in ms: it never changes. Without, it is kept nowhere. */
  cacheMs?: number;
  /** To be saved rather than shown. */
  download?: boolean;
};
export type FilePart = 'file' | 'thumb';

const IMAGE_SIDES_PATTERN = Object.values(IMAGE_SIDES).flat().join('|');
/** Keys are random or numbered by us and their files never change. */
const PUBLIC_IMAGE_PATTERN = new RegExp(
  `^/media/((avatars|photos)/[a-z0-9-]{1,80}(\\.(${IMAGE_SIDES_PATTERN}))?\\.webp)$`,
);

/** The key of a picture that everybody may see, by its path on this site; null for any other path. */
export const publicImageKey = (path: string): string | null => PUBLIC_IMAGE_PATTERN.exec(path)?.[1] ?? null;

/**
 * What is kept by the key of a public picture, and its bytes; of an avatar in a size that there is none of, as before there
 * were any, the whole one.
 * @throws AppError notFound
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

/**
 * Who asks for a file, which is counted by them, or by a guest's address.
 * @throws AppError notFound for who is not signed in: to them there is no file; tooOften.
 */
export async function authenticateViewer(http: Http, site: Site, request: FastifyRequest): Promise<Viewer> {
  const session = await site.sessions.find(request.cookies[http.cookies.session]);
  await site.limits.consume('media', session?.user.id ?? rateLimitAddress(request.ip));
  if (!session) throw new AppError('notFound');
  return session.user;
}

/**
 * Serves `/media/{folder}/{id}` and its `/thumb` to those who are signed in; to everybody else they are not there.
 * @param find the file that a viewer may fetch; throws AppError notFound where there is none
 */
export function serveFiles(
  http: Http,
  site: Site,
  folder: string,
  find: (which: { id: number; part: FilePart; viewer: Viewer }) => Promise<FileResponse>,
): void {
  for (const part of ['file', 'thumb'] as const) {
    http.app.route<{ Params: { id: string } }>({
      method: ['GET', 'HEAD'],
      url: `/media/${folder}/:id${part === 'thumb' ? '/thumb' : ''}`,
      schema: { hide: true },
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const viewer = await authenticateViewer(http, site, request);
        const { id } = request.params;
        if (!ID_PATTERN.test(id)) throw new AppError('notFound');
        return sendFile(request, reply, site.files, await find({ id: Number(id), part, viewer }));
      },
    });
  }
}

/**
 * Sends a private file, or the one part of it that is asked for: 206, or 416 for a part that it does not have and for
 * several at once. Nothing of it is kept on the way, unless it may be by the browser.
 * @throws AppError notFound when the file is gone.
 */
export async function sendFile(
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
  // Where the condition does not hold, and where the file has no validator, the whole is sent.
  const range = condition === undefined || condition === tag ? parseRange(asked, size) : 'whole';
  if (range === 'none')
    return reply.code(416).header('content-range', `bytes */${size}`).header('content-length', 0).send();
  const { start, end } = range === 'whole' ? { start: 0, end: size - 1 } : range;
  if (range !== 'whole') reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  reply.type(type).header('content-length', end - start + 1);
  if (request.method === 'HEAD') return reply.send();
  return reply.send(await files.openRange(key, { start, end }));
}

/** What of `size` bytes a Range header asks for; one that is not understood is as none (RFC 9110, 14.2). */
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
