import { type ChildProcess, spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { MEDIA_TEXTS } from '@rivalhold/shared/texts/media.ts';
import { FairQueue } from '../concurrency/fair-queue.ts';
import { AppError } from '../errors.ts';
import type { Uploader } from './decoder.ts';
import type { VideoContainer } from './tasks.ts';

/** The sender gets an answer within this time. A conversion that has not begun halfway through would come too late. */
const ANSWER_WITHIN_MS = 90_000;
const BEGIN_WITHIN_MS = 45_000;
const MAX_QUEUED = 10;
const RETRY_AFTER_S = 60;
const CHECK_SENDER_MS = 1_000;
/** Address space of the converter, and the processor time of all its threads, which ends it if the server has crashed. */
const MAX_MEMORY_KB = 2 * 2 ** 20;
const MAX_CPU_S = (2 * ANSWER_WITHIN_MS) / 1_000;
const THREADS = '2';
/** The exit code of the shell and of `nice` for a missing program. */
const NOT_FOUND = 127;

const MAX_SIDE_PX = 1_280;
const MAX_FRAMES_PER_S = '60';
const SOUND_BITS_PER_S = 128_000;
const PICTURE_BITS_PER_S = { min: 100_000, max: 5_000_000 };
/** The longest side is limited, pixels become square, and both sides even, which H.264 requires. */
const SCALE = ['iw*sar', 'ih']
  .map((side) => `max(2,trunc(${side}*min(1,${MAX_SIDE_PX}/max(iw*sar,ih))/2)*2)`)
  .map((side) => `'${side}'`)
  .join(':');

/** The decoders of the codecs that cameras and phones write. ffmpeg has many more, old and seldom tested. */
const DECODERS = [
  ...[
    'h264',
    'hevc',
    'av1',
    'libdav1d',
    'libaom-av1',
    'vp8',
    'vp9',
    'libvpx',
    'libvpx-vp9',
    'prores',
    'mpeg4',
    'h263',
  ],
  ...[
    'mjpeg',
    'mpeg1video',
    'mpeg2video',
    'dvvideo',
    'aac',
    'aac_fixed',
    'aac_latm',
    'alac',
    'amrnb',
    'amrwb',
  ],
  ...[
    'libopencore_amrnb',
    'libopencore_amrwb',
    'ac3',
    'ac3_fixed',
    'eac3',
    'dca',
    'mp3',
    'mp3float',
    'opus',
    'libopus',
  ],
  ...[
    'vorbis',
    'libvorbis',
    'flac',
    'pcm_s16le',
    'pcm_s16be',
    'pcm_s24le',
    'pcm_s24be',
    'pcm_s32le',
    'pcm_s32be',
  ],
  ...[
    'pcm_f32le',
    'pcm_f32be',
    'pcm_f64le',
    'pcm_f64be',
    'pcm_u8',
    'pcm_s8',
    'pcm_alaw',
    'pcm_mulaw',
    'h263p',
  ],
].join(',');

/** One conversion at a time: each uses all processors. */
const queue = new FairQueue();
/** Players with a video that waits or is being converted: each has one at a time. */
const converting = new Set<Uploader['userId']>();

type ConversionOptions = {
  to: string;
  container: VideoContainer;
  durationMs: number;
  /** Whether to convert the picture, or else only the sound. */
  isPictureConverted: boolean;
};

/**
 * Convert a video to H.264 and AAC with the system's ffmpeg. It runs in a process of its own, which
 * opens no protocol but files, has no secrets in its environment, and has limits on memory and time. Each player has one
 * conversion at a time.
 * @returns how it ended; `missing` if the system has no ffmpeg
 * @throws AppError unavailable if too many videos wait, or the turn of this one would come too late; invalid if the sender
 * has disconnected.
 */
export async function convertVideo(
  file: string,
  options: ConversionOptions,
  { userId, isStillWanted }: Uploader,
): Promise<'done' | 'failed' | 'late' | 'missing'> {
  const busy = () => new AppError('unavailable', MEDIA_TEXTS.conversionsBusy, { retryAfter: RETRY_AFTER_S });
  if (queue.waiting >= MAX_QUEUED || converting.has(userId)) throw busy();
  converting.add(userId);
  const deadline = performance.now() + ANSWER_WITHIN_MS;
  const turn = new AbortController();
  const timer = setTimeout(() => turn.abort(busy()), BEGIN_WITHIN_MS);
  const convert = () => {
    clearTimeout(timer);
    if (!isStillWanted()) throw new AppError('invalid');
    return runFfmpeg(ffmpegArguments(file, options), { deadline, isStillWanted });
  };
  const outcome = queue
    .add(userId, async () => convert(), turn.signal)
    .finally(() => {
      clearTimeout(timer);
      converting.delete(userId);
    });
  return (await outcome) === 'done' && (await stat(options.to)).size > LIMITS.upload.bytes
    ? 'failed'
    : outcome;
}

function ffmpegArguments(file: string, { to, container, durationMs, isPictureConverted }: ConversionOptions) {
  // ffmpeg must not guess the format: a playlist could name other files.
  const format = container === 'webm' ? 'matroska' : 'mov';
  const seconds = durationMs / 1_000;
  const { min, max } = PICTURE_BITS_PER_S;
  const most = Math.max(min, Math.min(max, (LIMITS.upload.bytes * 8) / seconds - SOUND_BITS_PER_S));
  const bits = (count: number) => String(Math.round(count));
  const picture = isPictureConverted
    ? [
        ...'-c:v libx264 -preset veryfast -crf 23 -profile:v high -pix_fmt yuv420p'.split(' '),
        ...['-maxrate', bits(most), '-bufsize', bits(2 * most), '-vf', `scale=${SCALE},setsar=1`],
        ...['-fpsmax', MAX_FRAMES_PER_S, '-threads', THREADS],
      ]
    : ['-c:v', 'copy'];
  return [
    ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-protocol_whitelist', 'file', '-f', format],
    ...['-codec_whitelist', DECODERS, '-max_pixels', String(LIMITS.upload.pixels)],
    ...['-threads', THREADS, '-filter_threads', '1', '-i', file, '-map', '0:v:0', '-map', '0:a:0?'],
    ...['-map_metadata', '-1', '-map_chapters', '-1', ...picture],
    ...['-c:a', 'aac', '-b:a', bits(SOUND_BITS_PER_S), '-ac', '2', '-f', 'mp4', '-y', to],
  ];
}

function runFfmpeg(
  args: string[],
  { deadline, isStillWanted }: { deadline: number; isStillWanted: () => boolean },
): Promise<'done' | 'failed' | 'late' | 'missing'> {
  const limited = `ulimit -v ${MAX_MEMORY_KB} && ulimit -t ${MAX_CPU_S} && exec nice -n 5 ffmpeg "$@"`;
  const child: ChildProcess = spawn('/bin/sh', ['-c', limited, 'sh', ...args], {
    env: { PATH: process.env.PATH },
    stdio: 'ignore',
  });
  return new Promise((resolve, reject) => {
    const isLate = () => performance.now() > deadline;
    const timer = setInterval(() => (isLate() || !isStillWanted()) && child.kill('SIGKILL'), CHECK_SENDER_MS);
    child.once('error', (cause: NodeJS.ErrnoException) => {
      clearInterval(timer);
      if (cause.code === 'ENOENT') resolve('missing');
      else reject(new AppError('unavailable', undefined, { cause }));
    });
    child.once('exit', (code) => {
      clearInterval(timer);
      if (!isStillWanted()) reject(new AppError('invalid'));
      else if (code === 0) resolve('done');
      else resolve(code === NOT_FOUND ? 'missing' : isLate() ? 'late' : 'failed');
    });
  });
}
