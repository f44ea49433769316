import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';
import type { Files } from './files.ts';

export type SentFile = {
  key: string;
  type: string;
  /** What a browser saves it as: a neutral name of ours. */
  name: string;
};
type Range = { start: number; end: number };

/**
 * Sends a private file, or the one part of it that is asked for: 206, or 416 for a part that it does not have and for
 * several at once. Nothing of it is kept on the way.
 * @throws AppError notFound when the file is gone.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  files: Files,
  { key, type, name }: SentFile,
): Promise<FastifyReply> {
  const size = await sizeOf(files, key);
  reply
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .header('content-disposition', `inline; filename="${name}"`)
    .header('accept-ranges', 'bytes');
  const { range: asked, 'if-range': condition } = request.headers;
  // The file has no validator, so no condition on it can hold: the whole is sent.
  const range = condition === undefined ? readRange(asked, size) : 'whole';
  if (range === 'none')
    return reply.code(416).header('content-range', `bytes */${size}`).header('content-length', 0).send();
  const { start, end } = range === 'whole' ? { start: 0, end: size - 1 } : range;
  if (range !== 'whole') reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  reply.type(type).header('content-length', end - start + 1);
  if (request.method === 'HEAD') return reply.send();
  return reply.send(await files.openRange(key, { start, end }).catch(gone));
}

const gone = (error: unknown): never => {
  throw (error as { code?: string }).code === 'ENOENT' ? new AppError('notFound') : error;
};

async function sizeOf(files: Files, key: string): Promise<number> {
  if (!(await files.exists(key))) throw new AppError('notFound');
  return (await files.getMetaData(key)).contentLength;
}

/** What of `size` bytes a Range header asks for; one that is not understood is as none (RFC 9110, 14.2). */
export function readRange(header: string | undefined, size: number): Range | 'whole' | 'none' {
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
