import { LIMITS } from '@rivalhold/shared/limits.ts';
import { DM_MEDIA_ERRORS } from '@rivalhold/shared/texts/dms.ts';
import { invalidFieldsError } from '../../platform/errors.ts';
import type { SentGif } from '../attachments/service.ts';

/** The media of a message: the ids of the sender's uploads, in the order of the request, and an optional GIF. */
type MessageMedia = { attachmentIds: number[]; giphy: SentGif | null };
type Fields = Partial<Record<string, unknown>>;

/** Maximum number of entries in a list. A longer list is rejected before its entries are checked. */
const LIST_MAX = 100;
const GIF_URL_MAX = 500;
const GIF_ID_MAX = 100;
const GIF_SIDE_MAX = 10_000;

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? value : {});
const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Convert a number or a string of digits to a positive integer. Return null for any other value. */
function positiveInteger(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : null;
}

/** Return the entries of a list. A single value counts as a list of one. */
function entriesOf(field: string, value: unknown): unknown[] {
  if (isMissing(value)) return [];
  const entries = Array.isArray(value) ? value : [value];
  if (entries.length > LIST_MAX)
    throw invalidFieldsError({ [field]: DM_MEDIA_ERRORS.tooMany(LIMITS.dm.attachments) });
  return entries;
}

/**
 * Return the attachment id in an entry, or null if there is none. The entry is the id itself, an attachment, or the
 * response to an upload.
 */
function attachmentId(entry: unknown): number | null {
  const { id, attachmentId: named, attachment } = fieldsOf(entry);
  return (
    positiveInteger(entry) ??
    positiveInteger(id) ??
    positiveInteger(named) ??
    positiveInteger(fieldsOf(attachment).id)
  );
}

/**
 * Read a GIF. The value is its address, or an object that contains the address and, optionally, the provider's id and
 * the size in pixels.
 */
function readGif(field: string, value: unknown): SentGif {
  const { url = value, id, width, height } = fieldsOf(value);
  if (typeof url !== 'string' || url === '') throw invalidFieldsError({ [field]: DM_MEDIA_ERRORS.gif });
  if (url.length > GIF_URL_MAX) throw invalidFieldsError({ [field]: DM_MEDIA_ERRORS.gifLong });
  const sideOf = (side: unknown) => {
    const pixels = positiveInteger(side);
    return pixels !== null && pixels <= GIF_SIDE_MAX ? pixels : null;
  };
  const isId = typeof id === 'string' && id !== '' && id.length <= GIF_ID_MAX;
  return { url, id: isId ? id : null, width: sideOf(width), height: sideOf(height) };
}

/** Report whether an entry without an attachment id is a GIF. Any other entry without an id is invalid. */
function isGif(entry: unknown): boolean {
  const { kind, type, provider, url } = fieldsOf(entry);
  return typeof url === 'string' && ((kind ?? type) === 'gif' || provider === 'giphy');
}

/**
 * Read the media of a message in all formats that clients send. Attachments are ids or objects with ids, as a
 * list or a single value. A GIF is an address or an object, in `giphy` or among the attachments. An id in
 * both `attachmentIds` and `attachments` counts once.
 * @throws AppError `invalid` with the reason.
 */
export function readMedia(message: {
  attachmentIds?: unknown;
  attachments?: unknown;
  giphy?: unknown;
}): MessageMedia {
  const gifs = isMissing(message.giphy) ? [] : [readGif('giphy', message.giphy)];
  const idsIn = (field: 'attachmentIds' | 'attachments') =>
    entriesOf(field, message[field]).flatMap((entry) => {
      const id = attachmentId(entry);
      if (id !== null) return [id];
      if (!isGif(entry)) throw invalidFieldsError({ [field]: DM_MEDIA_ERRORS.attachment });
      gifs.push(readGif(field, entry));
      return [];
    });
  const ids = idsIn('attachmentIds');
  const others = new Set(idsIn('attachments'));
  const [giphy = null] = gifs;
  if (gifs.some(({ url }) => url !== giphy?.url)) throw invalidFieldsError({ giphy: DM_MEDIA_ERRORS.oneGif });
  return { attachmentIds: [...ids, ...[...others].filter((id) => !ids.includes(id))], giphy };
}
