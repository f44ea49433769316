import { decode, type Uploader } from './decoder.ts';
import { refusalError } from './refusals.ts';
import type { Fit, ImageKind, Rendition } from './tasks.ts';

/**
 * Make renditions of a picture in the decoder process. The type is detected from the file's bytes.
 * @param file path on this machine; the renditions are written to the folder of this file
 * @param kinds the accepted types
 * @throws AppError `mediaType` for any other type, or for a damaged picture (with a message about the damage)
 * @throws AppError `tooLarge` with a message that names the exceeded limit
 * @throws AppError `unavailable` like `decode`
 */
export async function renderImage(
  file: string,
  fits: readonly Fit[],
  { kinds = ['jpeg', 'png', 'gif'], ...uploader }: Uploader & { kinds?: readonly ImageKind[] },
): Promise<Rendition[]> {
  const answer = await decode({ type: 'image', file, fits, kinds }, uploader);
  if ('done' in answer) return answer.done as Rendition[];
  throw refusalError(answer.refused);
}
