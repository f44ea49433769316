import { LIMITS } from '@rivalhold/shared/limits.ts';
import { EDIT_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { readError } from '../../../../lib/errors.ts';

const TYPES = ['image/jpeg', 'image/jpg', 'image/png', 'image/gif'];
const NAMES = /\.(jpe?g|png|gif)$/i;
export const ACCEPT = '.jpg,.jpeg,.png,.gif,image/jpeg,image/png,image/gif';

/** What the browser can tell is wrong with a file; the server judges its bytes. A system may not know its type. */
export function pictureFault(file: Pick<File, 'name' | 'size' | 'type'>): string | null {
  if (file.type === '' ? !NAMES.test(file.name) : !TYPES.includes(file.type)) return EDIT_TEXTS.wrongType;
  return file.size > LIMITS.upload.bytes ? EDIT_TEXTS.tooLarge : null;
}

/** The server's own words where it has some; not those for a failure that nobody foresaw. */
export async function uploadFault(thrown: unknown): Promise<string> {
  const { code, message, errors } = await readError(thrown);
  const isUnforeseen = code === 'internal' || code === 'offline';
  return Object.values(errors)[0] || (isUnforeseen ? '' : message) || EDIT_TEXTS.uploadFailed;
}
