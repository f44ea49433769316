import { AppError } from '../errors.ts';
import { decode, type Uploader } from './decoder.ts';
import type { Fit, ImageKind, Rendition } from './tasks.ts';

/**
 * Makes renditions of a picture, judged by its bytes alone and decoded whole, in a process of its own.
 * @param file a path of ours; what is made of it lies beside it, and goes with its folder
 * @param kinds what is accepted
 * @throws AppError mediaType for what is no picture of an accepted kind or cannot be decoded; tooLarge beyond
 * 50 megapixels, 8,192 pixels a side or 500 frames, and for an interlaced one that needs too much at once; unavailable
 * as `decode`.
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
