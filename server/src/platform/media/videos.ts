import { open } from 'node:fs/promises';
import { AppError } from '../errors.ts';
import { decode, type Uploader } from './decoder.ts';
import type { VideoContainer, VideoInfo } from './tasks.ts';

export const VIDEO_TYPES: Record<VideoContainer, string> = {
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
};

/** First boxes of an MP4 or QuickTime file. */
const FIRST_BOXES = new Set(['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot']);
const EBML = '1a45dfa3';

/** Report whether a file is probably a video and not an image; the video decoder checks it fully. */
export async function looksLikeVideo(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const head = Buffer.alloc(8);
    await handle.read(head, 0, 8, 0);
    return head.toString('hex', 0, 4) === EBML || FIRST_BOXES.has(head.toString('latin1', 4));
  } finally {
    await handle.close();
  }
}

/**
 * Rewrite a video in the decoder process without metadata and without re-encoding: MP4 and WebM in the same
 * container, QuickTime as MP4 if its codecs allow it.
 * @param file a path on this server
 * @param to path of the new file
 * @throws AppError `mediaType` if it is not a complete and consistent MP4, WebM or QuickTime video;
 * `unavailable` like `decode`.
 */
export async function rewriteVideo(file: string, to: string, asker: Uploader): Promise<VideoInfo> {
  const answer = await decode({ does: 'video', file, to }, asker);
  if ('done' in answer) return answer.done as VideoInfo;
  throw new AppError(answer.refused);
}
