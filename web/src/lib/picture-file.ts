import { LIMITS } from '@rivalhold/shared/limits.ts';
import { EDIT_PROFILE_TEXTS } from '@rivalhold/shared/texts/edit-profile.ts';
import { MEDIA_TEXTS } from '@rivalhold/shared/texts/media.ts';
import { isHeic, UNKNOWN_TYPES } from './media-file.ts';

const TYPES = ['image/jpeg', 'image/jpg', 'image/png', 'image/gif'];
const NAMES = /\.(jpe?g|png|gif)$/i;
export const PICTURE_ACCEPT = '.jpg,.jpeg,.png,.gif,image/jpeg,image/png,image/gif';

/**
 * Return an error text for a file that can be rejected before the upload, or null if there is no error. If the
 * browser does not know the type, check the file name. The server validates the bytes.
 */
export function pictureFileError(file: Pick<File, 'name' | 'size' | 'type'>): string | null {
  if (isHeic(file)) return MEDIA_TEXTS.heic;
  if (UNKNOWN_TYPES.includes(file.type) ? !NAMES.test(file.name) : !TYPES.includes(file.type))
    return EDIT_PROFILE_TEXTS.wrongType;
  return file.size > LIMITS.upload.bytes ? EDIT_PROFILE_TEXTS.tooLarge : null;
}
