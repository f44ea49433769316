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
const RETRY_AFTER_S = 60;
const THREADS = '2';
/**
 * Limits of the converter: address space, processor time of all threads (which ends it if the server has crashed), size
 * of each written file, open files, and no memory dumps.
 */
const LIMITED = [
  `ulimit -v ${2 * 2 ** 20}`,
  `ulimit -t ${(2 * ANSWER_WITHIN_MS) / 1_000}`,
  `ulimit -f ${(2 * LIMITS.upload.bytes) / 512}`,
  'ulimit -n 64',
  'ulimit -c 0',
].join(' && ');
/**
 * Namespaces without a network, from which the server's process cannot be inspected. Containers and some systems do not
 * allow them.
 */
const ISOLATED = 'if unshare --user --net true; then set -- unshare --user --net "$@"; fi';
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

/** One conversion at a time, which uses all processors. */
const queue = new FairQueue({ maxWaiting: 10, maxOfOwner: 5 });
/** The players with a running or waiting conversion: each has one. */
const converting = new Set<number>();

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
 * conversion at a time, and its time counts against their share, however it ends.
 * @returns how it ended; `missing` if the system has no ffmpeg
 * @throws AppError unavailable if too many videos wait, or the turn of this one would come too late; as the share's
 * `check` does; the reason of `signal` if it aborts.
 */
export async function convertVideo(
  file: string,
  options: ConversionOptions,
  { userId, signal, conversions }: Uploader,
): Promise<'done' | 'failed' | 'late' | 'missing'> {
  const busy = () => new AppError('unavailable', MEDIA_TEXTS.conversionsBusy, { retryAfter: RETRY_AFTER_S });
  await conversions?.check();
  const owner = conversions?.owner ?? userId;
  if (converting.has(userId) || queue.isFull(owner)) throw busy();
  const deadline = performance.now() + ANSWER_WITHIN_MS;
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(busy()), BEGIN_WITHIN_MS);
  const convert = async () => {
    clearTimeout(timer);
    // Others may have used up a shared budget meanwhile.
    await conversions?.check();
    const begun = performance.now();
    try {
      return await runFfmpeg(ffmpegArguments(file, options), { deadline, signal });
    } finally {
      await conversions?.charge(performance.now() - begun);
    }
  };
  converting.add(userId);
  const outcome = await queue.add(owner, convert, AbortSignal.any([signal, late.signal])).finally(() => {
    clearTimeout(timer);
    converting.delete(userId);
  });
  return outcome === 'done' && (await stat(options.to)).size > LIMITS.upload.bytes ? 'failed' : outcome;
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
  { deadline, signal }: { deadline: number; signal: AbortSignal },
): Promise<'done' | 'failed' | 'late' | 'missing'> {
  const child: ChildProcess = spawn(
    '/bin/sh',
    ['-c', `${LIMITED} && { ${ISOLATED}; exec nice -n 5 "$@"; }`, 'sh', 'ffmpeg', ...args],
    {
      env: { PATH: process.env.PATH },
      stdio: 'ignore',
      signal,
      timeout: Math.ceil(deadline - performance.now()),
      killSignal: 'SIGKILL',
    },
  );
  return new Promise((resolve, reject) => {
    child.once('error', (cause: NodeJS.ErrnoException) => {
      // The process that a signal has killed exits later.
      if (signal.aborted && child.pid !== undefined) return;
      if (cause.code === 'ENOENT') resolve('missing');
      else reject(new AppError('unavailable', undefined, { cause }));
    });
    child.once('exit', (code) => {
      if (signal.aborted) reject(signal.reason);
      else if (code === 0) resolve('done');
      else if (code === NOT_FOUND) resolve('missing');
      else resolve(performance.now() > deadline ? 'late' : 'failed');
    });
  });
}
