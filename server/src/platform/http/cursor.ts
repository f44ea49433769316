import type { FastifyReply } from 'fastify';
import { AppError } from '../errors.ts';

/** The requested page of a list. Without a cursor, this is the first page. */
export type PageQuery = { cursor?: string | undefined; limit: number };

/** A position in a list ordered by time and id, newest first. */
export type TimeCursor = { time: Date; id: number };

/** Encode a cursor. It is opaque to clients, and stays valid when rows are added. */
export const encodeCursor = ({ time, id }: TimeCursor): string =>
  Buffer.from(`${time.getTime()}.${id}`).toString('base64url');

/** Times in a cursor must be before this time, because the database rejects some later times. */
const MAX_TIME_MS = Date.UTC(9999, 0);

/** The position before the first row of a list. */
export const FIRST_POSITION: TimeCursor = { time: new Date(MAX_TIME_MS), id: Number.MAX_SAFE_INTEGER };

/** Return the error for a malformed cursor in a query parameter. */
export const invalidCursorError = (field = 'cursor'): AppError =>
  new AppError('invalid', undefined, { errors: { [field]: 'Is not a valid cursor for this list' } });

/**
 * Decode a cursor. Return null if `text` is empty or missing.
 * @throws AppError `invalid` if the cursor is malformed
 */
export function decodeCursor(text: string | undefined | null, field = 'cursor'): TimeCursor | null {
  if (!text) return null;
  const [time, id, ...rest] = Buffer.from(text, 'base64url').toString().split('.').map(Number);
  const at = new Date(time ?? Number.NaN);
  if (rest.length > 0 || !Number.isSafeInteger(id) || !(at.getTime() >= 0 && at.getTime() < MAX_TIME_MS))
    throw invalidCursorError(field);
  return { time: at, id: id as number };
}

/**
 * Decode a cursor of a list in which the highest id comes first. Without a cursor, return a number above all ids.
 * @throws AppError `invalid` if the cursor is malformed
 */
export function decodeIdCursor(text: string | undefined, field = 'cursor'): number {
  const id = text === undefined ? Number.MAX_SAFE_INTEGER : Number(text);
  if (!Number.isSafeInteger(id) || id < 1) throw invalidCursorError(field);
  return id;
}

/**
 * Return a page of at most `limit` rows. `read` must be the result of a query for up to `limit + 1` rows.
 * @param cursorOf returns the cursor for a row, and is called with the last row of the page
 * @returns the page, and the cursor for the next page, which is null on the last page
 */
export function toPage<T>(
  read: readonly T[],
  limit: number,
  cursorOf: (last: T) => string,
): { items: T[]; nextCursor: string | null } {
  const items = read.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: read.length > limit && last !== undefined ? cursorOf(last) : null };
}

/** Encode a cursor for `decodeIdCursor`. */
export const encodeIdCursor = ({ id }: { id: number }): string => String(id);

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
  }: { nextCursor: string | null; limit: number } & Record<
    string,
    string | number | boolean | null | undefined
  >,
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
