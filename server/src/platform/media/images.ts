import { AppError } from '../errors.ts';
import { decode, type Uploader } from './decoder.ts';
import type { Fit, ImageKind, Rendition } from './tasks.ts';

/**
 * Create renditions of an image in the decoder process. The type is detected from its bytes, and the image is
 * decoded completely.
 * @param file a path on this server; the renditions are stored in the same folder
 * @param kinds the accepted formats
 * @throws AppError `mediaType` for other formats and broken images; `tooLarge` beyond 50 megapixels, 8,192
 * pixels per side or 500 frames, and for an interlaced image that needs too much memory; `unavailable` like
 * `decode`.
 */
export async function renderImage(
  file: string,
  fits: readonly Fit[],
  { kinds = ['jpeg', 'png', 'gif'], ...asker }: Uploader & { kinds?: readonly ImageKind[] },
): Promise<Rendition[]> {
  const answer = await decode({ does: 'picture', file, fits, kinds }, asker);
  if ('done' in answer) return answer.done as Rendition[];
  throw answer.refused === 'mediaType'
    ? new AppError('mediaType')
    : new AppError(
        'tooLarge',
        'This picture is too large: at most 8192 pixels a side, 50 megapixels and 500 frames.',
      );
}
