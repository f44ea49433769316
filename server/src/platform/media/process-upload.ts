import { MEDIA_TEXTS } from '@rivalhold/shared/texts/media.ts';
import { invalidFieldsError } from '../errors.ts';
import { renderImage } from './images.ts';
import { type Fit, IMAGE_KINDS } from './tasks.ts';
import type { Upload } from './uploads.ts';
import { looksLikeVideo, rewriteVideo, VIDEO_TYPES } from './videos.ts';

/** A processed image or video. `file` and `thumbnail` contain storage keys and temporary paths. */
type ProcessedUpload = {
  kind: 'image' | 'video';
  /** True for an animated image. False for a still image or a video. */
  isAnimated: boolean;
  mime: string;
  /** Duration of a video in ms. Null for images. */
  durationMs: number | null;
  width: number;
  height: number;
  file: { key: string; from: string };
  thumbnail: { key: string; from: string } | null;
  /**
   * A message to the uploader about a change to the file, for example that its sound was removed. Null if there is no
   * such change.
   */
  notice: string | null;
};

const identity = (error: unknown): never => {
  throw error;
};

/**
 * Process an uploaded file, whose type is detected from its bytes. An image is encoded as WebP, with a
 * thumbnail. A video is copied or converted without metadata. It gets a thumbnail if the upload includes a
 * preview picture.
 * @param key storage key of the new files, without extension
 * @param toError returns a handler for errors of the file or of the preview. The handler receives such an error, and
 * throws the error for the uploader. By default, errors are rethrown unchanged.
 * @throws AppError like `renderImage` and `rewriteVideo`
 */
export async function processUpload(
  { path, previewPath, ...uploader }: Omit<Upload, 'fields'>,
  {
    key,
    full: fullSize,
    thumbnail: thumbnailSize,
    toError = () => identity,
  }: {
    key: string;
    full: Fit;
    thumbnail: Fit;
    toError?: (part: 'file' | 'preview') => (error: unknown) => never;
  },
): Promise<ProcessedUpload> {
  const render = (from: string, fits: Fit[]) => renderImage(from, fits, { kinds: IMAGE_KINDS, ...uploader });
  const thumbnailOf = ({ path: from }: { path: string }) => ({ key: `${key}-thumb.webp`, from });
  if (!(await looksLikeVideo(path).catch(toError('file')))) {
    const [full, thumbnail] = await render(path, [fullSize, thumbnailSize]).catch(toError('file'));
    if (!full || !thumbnail) throw new Error('Creating a picture failed');
    const { width, height, isAnimated } = full;
    const file = { key: `${key}.webp`, from: full.path };
    return {
      kind: 'image',
      isAnimated,
      mime: 'image/webp',
      durationMs: null,
      width,
      height,
      file,
      thumbnail: thumbnailOf(thumbnail),
      notice: null,
    };
  }
  const [frame] =
    previewPath === null ? [] : await render(previewPath, [thumbnailSize]).catch(toError('preview'));
  const to = `${path}-new`;
  const { container, removedSound, ...facts } = await rewriteVideo(path, to, uploader).catch(toError('file'));
  return {
    kind: 'video',
    isAnimated: false,
    mime: VIDEO_TYPES[container],
    ...facts,
    file: { key: `${key}.${container}`, from: to },
    thumbnail: frame ? thumbnailOf(frame) : null,
    notice: removedSound === null ? null : MEDIA_TEXTS.soundRemoved(removedSound),
  };
}

/**
 * Return the trimmed caption of an upload.
 * @throws AppError `invalid` with the message `tooLong` if the caption has more than `most` characters
 */
export function captionFrom(sent: string | null | undefined, most: number, tooLong: string): string {
  const caption = (sent ?? '').trim();
  if (caption.length > most) throw invalidFieldsError({ caption: tooLong });
  return caption;
}
