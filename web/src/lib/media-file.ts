import { LIMITS } from '@rivalhold/shared/limits.ts';

type MediaKind = 'image' | 'video';
type FileInfo = Pick<File, 'name' | 'size' | 'type'>;

const TYPES: Record<MediaKind, readonly string[]> = {
  image: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
  video: ['video/mp4', 'video/webm', 'video/quicktime'],
};
const NAMES: Record<MediaKind, RegExp> = { image: /\.(jpe?g|png|webp|gif)$/i, video: /\.(mp4|webm|mov)$/i };

/** What the choice of a picture or a video offers. */
export const ACCEPT = [...TYPES.image, ...TYPES.video, '.mov'].join();

/** Whether a file is a picture or a video, as far as the browser can tell; null for neither. A system may not know its type. */
export function mediaKind({ name, type }: Omit<FileInfo, 'size'>): MediaKind | null {
  const is = (kind: MediaKind) => (type === '' ? NAMES[kind].test(name) : TYPES[kind].includes(type));
  return is('image') ? 'image' : is('video') ? 'video' : null;
}

/** What the browser can tell is wrong with a file, in the words of a feature; the server judges its bytes. */
export function mediaFileError(
  file: FileInfo,
  texts: { wrongType: string; tooLarge: string },
): string | null {
  if (mediaKind(file) === null) return texts.wrongType;
  return file.size > LIMITS.upload.bytes ? texts.tooLarge : null;
}
