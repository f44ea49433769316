import { AppError } from '../errors.ts';

/** Which page of a list is asked for: the first without a cursor. */
export type PageQuery = { cursor?: string | undefined; limit: number };

/** A place in a list ordered by time and id, newest first. */
export type TimeCursor = { time: Date; id: number };

/** Opaque to clients, and stable while rows are added. */
export const encodeCursor = ({ time, id }: TimeCursor): string =>
  Buffer.from(`${time.getTime()}.${id}`).toString('base64url');

/** A later time is none of ours, and the databases cannot read it. */
const MAX_TIME_MS = Date.UTC(9999, 0);

/** Before all that such a list holds. */
export const FIRST_POSITION: TimeCursor = { time: new Date(MAX_TIME_MS), id: Number.MAX_SAFE_INTEGER };

/** @throws AppError invalid for what is no cursor of ours. */
export function decodeCursor(text: string | undefined | null, field = 'cursor'): TimeCursor | null {
  if (!text) return null;
  const [time, id, ...rest] = Buffer.from(text, 'base64url').toString().split('.').map(Number);
  const at = new Date(time ?? Number.NaN);
  if (rest.length > 0 || !Number.isSafeInteger(id) || !(at.getTime() >= 0 && at.getTime() < MAX_TIME_MS))
    throw new AppError('invalid', undefined, { errors: { [field]: 'Is not a valid cursor for this list' } });
  return { time: at, id: id as number };
}

/** A place in a list ordered by id, newest first; its beginning without one. Throws AppError invalid for a foreign one. */
export function decodeIdCursor(text: string | undefined, field = 'cursor'): number {
  const id = text === undefined ? Number.MAX_SAFE_INTEGER : Number(text);
  if (!Number.isSafeInteger(id) || id < 1)
    throw new AppError('invalid', undefined, { errors: { [field]: 'Is not a valid cursor for this list' } });
  return id;
}

/**
 * Cuts one page from what was read: one row more than the page where there are more.
 * @param cursorOf the cursor of the page's last row
 * @returns the page, and the cursor of the next; null at the end.
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

/** The cursor of a list that `decodeIdCursor` reads. */
export const encodeIdCursor = ({ id }: { id: number }): string => String(id);
