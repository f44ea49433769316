import { LIMITS } from '@rivalhold/shared/limits.ts';
import { EDIT_PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';

const TYPES = ['image/jpeg', 'image/jpg', 'image/png', 'image/gif'];
const NAMES = /\.(jpe?g|png|gif)$/i;
export const ACCEPT = '.jpg,.jpeg,.png,.gif,image/jpeg,image/png,image/gif';

/** What the browser can tell is wrong with a file; the server judges its bytes. A system may not know its type. */
export function pictureFileError(file: Pick<File, 'name' | 'size' | 'type'>): string | null {
  if (file.type === '' ? !NAMES.test(file.name) : !TYPES.includes(file.type))
    return EDIT_PROFILE_TEXTS.wrongType;
  return file.size > LIMITS.upload.bytes ? EDIT_PROFILE_TEXTS.tooLarge : null;
}
