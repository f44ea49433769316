import { open } from 'node:fs/promises';
import { AppError } from '../errors.ts';
import { decode, type Uploader } from './decoder.ts';
import type { VideoContainer, VideoInfo } from './tasks.ts';

export const VIDEO_TYPES: Record<VideoContainer, string> = {
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
};

/** Boxes that an MP4 or QuickTime file may begin with. */
const FIRST_BOXES = new Set(['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot']);
const EBML = '1a45dfa3';

/** Whether a file is to be read as a video rather than as a picture; what it is, its reader judges. */
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
 * Writes a video anew, its pictures and sounds as they are and without metadata: MP4 and WebM as such, QuickTime as MP4
 * where its codecs allow it. In the process that decodes.
 * @param file a path of ours
 * @param to where the new file goes
 * @throws AppError mediaType for what is no MP4, WebM or QuickTime video, is cut off or says what cannot be;
 * unavailable as `decode`.
 */
export async function rewriteVideo(file: string, to: string, asker: Uploader): Promise<VideoInfo> {
  const answer = await decode({ does: 'video', file, to }, asker);
  if ('done' in answer) return answer.done as VideoInfo;
  throw new AppError(answer.refused);
}
