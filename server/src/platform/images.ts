import { type Asker, decode } from './decoder.ts';
import { AppError } from './errors.ts';

/** What a picture is made into: WebP without metadata, moving pictures still moving unless told. Lies beside the file. */
export type Rendition = { path: string; width: number; height: number; moves: boolean };
export type Fit = {
  width: number;
  height: number;
  fit: 'cover' | 'inside';
  /** Part of this size at which a moving picture is made, since it is drawn many times over; 1 unless told. */
  moving?: number;
  /** Only the first frame of a moving picture. */
  still?: true;
};
export const PICTURE_KINDS = ['jpeg', 'png', 'gif', 'webp'] as const;
export type PictureKind = (typeof PICTURE_KINDS)[number];
export type PictureTask = {
  does: 'picture';
  file: string;
  fits: readonly Fit[];
  kinds: readonly PictureKind[];
};

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
  { kinds = ['jpeg', 'png', 'gif'], ...asker }: Asker & { kinds?: readonly PictureKind[] },
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
