import { LIMITS } from '@rivalhold/shared/limits.ts';
import { MEDIA_TEXTS } from '@rivalhold/shared/texts/media.ts';

type MediaKind = 'image' | 'video';
type FileInfo = Pick<File, 'name' | 'size' | 'type'>;

const TYPES: Record<MediaKind, readonly string[]> = {
  image: ['image/jpeg', 'image/jpg', 'image/png', 'image/apng', 'image/webp', 'image/gif', 'image/avif'],
  video: ['video/mp4', 'video/webm', 'video/quicktime', 'video/x-m4v', 'video/3gpp'],
};
const NAMES: Record<MediaKind, RegExp> = {
  image: /\.(jpe?g|jfif|a?png|webp|gif|avif)$/i,
  video: /\.(mp4|m4v|3gp|webm|mov)$/i,
};

/** The types that a browser reports if it does not know the type of a file. */
export const UNKNOWN_TYPES = ['', 'application/octet-stream'];

/** The `accept` attribute for pictures and videos. */
export const MEDIA_ACCEPT = [...TYPES.image, ...TYPES.video, '.mov'].join();

/**
 * Return the kind of a file: picture or video; null for other files. Check the type that the browser reports, or the
 * file name if the browser does not know the type.
 */
export function mediaKind({ name, type }: Omit<FileInfo, 'size'>): MediaKind | null {
  const is = (kind: MediaKind) =>
    UNKNOWN_TYPES.includes(type) ? NAMES[kind].test(name) : TYPES[kind].includes(type);
  return is('image') ? 'image' : is('video') ? 'video' : null;
}

/** Report whether a file is a HEIC picture according to its type and name. */
export const isHeic = ({ name, type }: Omit<FileInfo, 'size'>): boolean =>
  /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);

/** Report whether a file is a HEIC picture according to its bytes. The name can be wrong. */
export async function hasHeicBytes(file: Blob): Promise<boolean> {
  return /^ftyp(hei|hev|mif1|msf1)/.test(await file.slice(4, 12).text());
}

/**
 * Return an error text for a file that can be rejected before the upload, or null if there is no error. `texts` are the
 * error texts of the feature that uploads the file. The server validates the bytes.
 */
export function mediaFileError(
  file: FileInfo,
  texts: { wrongType: string; tooLarge: string },
): string | null {
  if (isHeic(file)) return MEDIA_TEXTS.heic;
  if (mediaKind(file) === null) return texts.wrongType;
  return file.size > LIMITS.upload.bytes ? texts.tooLarge : null;
}
