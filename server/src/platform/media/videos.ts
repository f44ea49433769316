import { open } from 'node:fs/promises';
import { MEDIA_TEXTS } from '@rivalhold/shared/texts/media.ts';
import { AppError, hasCode } from '../errors.ts';
import { convertVideo } from './convert-video.ts';
import { decode, type Uploader } from './decoder.ts';
import { refusalError } from './refusals.ts';
import type { VideoContainer, VideoInfo, VideoResult, VideoTask } from './tasks.ts';

export const VIDEO_TYPES: Record<VideoContainer, string> = {
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
};

/** Types of the first box of an MP4 or QuickTime file. */
const FIRST_BOXES = new Set(['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot']);
/** Brands of HEIC, HEIF and AVIF pictures, which also begin with an `ftyp` box. */
const PICTURE_BRANDS = /^(hei[cmsx]|hev[cx]|mif1|msf1|avi[fs])$/;
const EBML = '1a45dfa3';

/**
 * Report whether the first bytes of a file look like a video and not like a picture. The video decoder checks the whole
 * file later.
 */
export async function looksLikeVideo(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const head = Buffer.alloc(12);
    await handle.read(head, 0, 12, 0);
    if (head.toString('hex', 0, 4) === EBML) return true;
    return FIRST_BOXES.has(head.toString('latin1', 4, 8)) && !PICTURE_BRANDS.test(head.toString('latin1', 8));
  } finally {
    await handle.close();
  }
}

type StoredVideo = VideoInfo & {
  /** Codec of the sound, if the sound was removed because it could not be converted. Otherwise null. */
  removedSound: string | null;
};

/**
 * Copy the tracks of a video into a new file without metadata. Tracks that some browsers cannot play are converted
 * first, if the system has ffmpeg. Sound that cannot be converted is removed. Converted videos and QuickTime become
 * MP4. Other videos keep their format.
 * @param file path of the video on this machine
 * @param to path of the new file
 * @throws AppError `mediaType` for a file that is not a valid MP4, WebM or QuickTime video, or for a video whose picture
 * cannot be converted (with an explanation)
 * @throws AppError `unavailable` like `decode` and `convertVideo`
 */
export async function rewriteVideo(file: string, to: string, uploader: Uploader): Promise<StoredVideo> {
  const first = await copyTracks({ file, to }, uploader);
  if ('video' in first) return { ...first.video, removedSound: null };
  const { picture, sound } = first.unplayable;
  const converted = `${file}-converted`;
  const outcome = await convertVideo(
    file,
    { to: converted, isPictureConverted: picture !== null, ...first.source },
    uploader,
  );
  const second =
    outcome === 'done' ? await copyTracks({ file: converted, to }, uploader).catch(nullIfRefused) : null;
  if (second && 'video' in second) return { ...second.video, removedSound: null };
  if (picture !== null) {
    const texts = { missing: MEDIA_TEXTS.cannotPlay, late: MEDIA_TEXTS.conversionTooSlow };
    const text = outcome === 'missing' || outcome === 'late' ? texts[outcome] : MEDIA_TEXTS.conversionFailed;
    throw new AppError('mediaType', text(picture));
  }
  const silent = await copyTracks({ file, to, isSilent: true }, uploader);
  if (!('video' in silent)) throw new AppError('mediaType');
  return { ...silent.video, removedSound: sound };
}

function nullIfRefused(error: unknown): null {
  if (hasCode(error, 'mediaType')) return null;
  throw error;
}

async function copyTracks(task: Omit<VideoTask, 'type'>, uploader: Uploader): Promise<VideoResult> {
  const answer = await decode({ type: 'video', ...task }, uploader);
  if ('done' in answer) return answer.done as VideoResult;
  throw refusalError(answer.refused);
}
