import { decode, type Uploader } from './decoder.ts';
import { refusalError } from './refusals.ts';
import type { Fit, ImageKind, Rendition } from './tasks.ts';

/**
 * Make renditions of a picture in the decoding process. Its bytes decide its type.
 * @param file a path on this machine; the renditions are written beside it
 * @param kinds the accepted types
 * @throws AppError mediaType for any other type, and with a text for a damaged picture; tooLarge, with a text that names
 * the exceeded limit; unavailable as `decode` does.
 */
export async function renderImage(
  file: string,
  fits: readonly Fit[],
  { kinds = ['jpeg', 'png', 'gif'], ...asker }: Uploader & { kinds?: readonly ImageKind[] },
): Promise<Rendition[]> {
  const answer = await decode({ does: 'picture', file, fits, kinds }, asker);
  if ('done' in answer) return answer.done as Rendition[];
  throw refusalError(answer.refused);
}
