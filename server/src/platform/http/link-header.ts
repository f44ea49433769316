import type { FastifyReply } from 'fastify';

/**
 * For a list whose response is an array, set the `Link` header (RFC 8288) to the URL of the next page. On the last
 * page, set no header.
 */
export function setNextLink(
  reply: FastifyReply,
  path: string,
  {
    nextCursor,
    ...query
  }: { nextCursor: string | null; limit: number } & Record<string, string | number | null | undefined>,
): void {
  if (nextCursor === null) return;
  const given = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  const next = new URLSearchParams([
    ...given.map(([name, value]) => [name, String(value)]),
    ['cursor', nextCursor],
  ]);
  reply.header('link', `<${path}?${next}>; rel="next"`);
}
