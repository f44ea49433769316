import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';

/**
 * Return the entity tag for content: a hash of its parts. Tags are weak, because a proxy might compress the content.
 */
export function entityTag(...parts: (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return `W/"${hash.digest('base64url').slice(0, 27)}"`;
}

/**
 * Set the headers of a response that is the same for all guests. Caches can store it, but must ask the server before
 * each use, because a player can hide the content from guests at any time. Signed-in players get a different response.
 * @returns true if the client has the current content. The caller must then respond with status 304 and no content.
 */
export function hasCurrent(reply: FastifyReply, tag: string): boolean {
  reply
    .header('etag', tag)
    .header('cache-control', 'public, no-cache')
    .header('vary', 'Cookie, Accept-Encoding');
  const known = reply.request.headers['if-none-match']?.split(',').map((one) => one.trim()) ?? [];
  return known.includes(tag) || known.includes('*');
}
