import { LIMITS } from '@rivalhold/shared/limits.ts';
import { ATTACHMENT_TEXTS } from '@rivalhold/shared/texts/dms.ts';

const TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'video/mp4',
  'video/webm',
  'video/quicktime',
];
const NAMES = /\.(jpe?g|png|webp|gif|mp4|webm|mov)$/i;
/** What a file picker offers. */
export const ACCEPT = [...TYPES, '.mov'].join(',');

type Named = Pick<File, 'name' | 'size' | 'type'>;

/** What the browser can tell is wrong with a file; the server judges its bytes. A system may not know its type. */
export function fileFault({ name, size, type }: Named): string | null {
  if (type === '' ? !NAMES.test(name) : !TYPES.includes(type.toLowerCase()))
    return ATTACHMENT_TEXTS.wrongType;
  return size > LIMITS.upload.bytes ? ATTACHMENT_TEXTS.tooLarge : null;
}

/** Whether a file is a video, as far as the browser can tell. */
export const isVideo = ({ name, type }: Named): boolean =>
  type === '' ? /\.(mp4|webm|mov)$/i.test(name) : type.startsWith('video/');
