import type { Clip } from '@rivalhold/shared/contract/clips.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { CLIP_TEXTS } from '@rivalhold/shared/texts/clips.ts';

const PICTURES = /\.(jpe?g|png|webp|gif)$/i;
const VIDEOS = /\.(mp4|webm|mov)$/i;
const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];
const VIDEO_TYPES = ['video/mp4', 'video/webm', 'video/quicktime'];

/** What the choice of a file offers. */
export const ACCEPT = [...PICTURE_TYPES, ...VIDEO_TYPES, '.mov'].join();

type Chosen = Pick<File, 'name' | 'size' | 'type'>;

/** What a file would be as a clip; null for what can be none. A system may not know its type. */
export function kindOf({ name, type }: Chosen): Clip['kind'] | null {
  if (type === '') return PICTURES.test(name) ? 'image' : VIDEOS.test(name) ? 'video' : null;
  return PICTURE_TYPES.includes(type) ? 'image' : VIDEO_TYPES.includes(type) ? 'video' : null;
}

/** What the browser can tell is wrong with a file; the server judges its bytes. */
export function clipFault(file: Chosen): string | null {
  if (kindOf(file) === null) return CLIP_TEXTS.wrongType;
  return file.size > LIMITS.upload.bytes ? CLIP_TEXTS.tooLarge : null;
}
