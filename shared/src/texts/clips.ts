import { LIMITS } from '../limits.ts';

/** Texts of clips; those of uploads and deletes that fail are the specification's. */
export const CLIP_TEXTS = {
  uploadFailed: 'Upload failed. Try a different file.',
  networkFailed: 'Network error during upload.',
  badResponse: 'Upload finished but response was invalid.',
  deleteFailed: 'Delete failed',
  deleteUnreached: 'Failed to delete clip',
  tooLarge: 'Max file size is 25MB',
  captionTooLong: `At most ${LIMITS.clips.caption} characters`,
  tooMany: `You have ${LIMITS.clips.perPlayer} clips. Delete one, or wait until one is over.`,
  badThumb: 'This is not a picture',
  thumbTooLarge: 'The preview picture is too large',
} as const;
