import { type ChildProcess, spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { MEDIA_TEXTS } from '@rivalhold/shared/texts/media.ts';
import { FairQueue } from '../concurrency/fair-queue.ts';
import { AppError } from '../errors.ts';
import type { Uploader } from './decoder.ts';
import type { VideoContainer } from './tasks.ts';

/**
 * Time limit in ms for waiting and converting together. If a conversion has waited for half of this time, it
 * does not start, because it might not finish in time.
 */
const ANSWER_WITHIN_MS = 90_000;
const BEGIN_WITHIN_MS = 45_000;
const RETRY_AFTER_S = 60;
const THREADS = '2';
/**
 * Limits for the ffmpeg process: address space, CPU time of all threads, size of each written file and number of open
 * files. The process writes no core dumps. The limit on CPU time ends the process even if the server has crashed.
 */
const LIMITED = [
  `ulimit -v ${2 * 2 ** 20}`,
  `ulimit -t ${(2 * ANSWER_WITHIN_MS) / 1_000}`,
  `ulimit -f ${(2 * LIMITS.upload.bytes) / 512}`,
  'ulimit -n 64',
  'ulimit -c 0',
].join(' && ');
/**
 * Run ffmpeg in separate namespaces, so that it has no network and cannot inspect the server's process. If the
 * container or the system does not allow namespaces, run ffmpeg without them.
 */
const ISOLATED = 'if unshare --user --net true; then set -- unshare --user --net "$@"; fi';
/** Exit code of the shell and of `nice` if the program was not found. */
const NOT_FOUND = 127;

const MAX_SIDE_PX = 1_280;
const MAX_FRAMES_PER_S = '60';
const SOUND_BITS_PER_S = 128_000;
const PICTURE_BITS_PER_S = { min: 100_000, max: 5_000_000 };
/**
 * Size for ffmpeg's scale filter. The longest side is limited, pixels become square, and the lengths of both sides are
 * even, because H.264 requires this.
 */
const SCALE = ['iw*sar', 'ih']
  .map((side) => `max(2,trunc(${side}*min(1,${MAX_SIDE_PX}/max(iw*sar,ih))/2)*2)`)
  .map((side) => `'${side}'`)
  .join(':');

/**
 * Decoders for the codecs that cameras and phones use. ffmpeg has many other decoders, but they are old and rarely
 * tested.
 */
const DECODERS = [
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
  'vorbis',
  'libvorbis',
  'flac',
  'pcm_s16le',
  'pcm_s16be',
  'pcm_s24le',
  'pcm_s24be',
  'pcm_s32le',
  'pcm_s32be',
  'pcm_f32le',
  'pcm_f32be',
  'pcm_f64le',
  'pcm_f64be',
  'pcm_u8',
  'pcm_s8',
  'pcm_alaw',
  'pcm_mulaw',
  'h263p',
].join(',');

/** Runs one conversion at a time, because a conversion uses several CPU cores. */
const queue = new FairQueue({ maxWaiting: 10, maxOfOwner: 5 });
/** Ids of players who have a running or waiting conversion. Each player can have only one conversion at a time. */
const converting = new Set<number>();

type ConversionOptions = {
  to: string;
  container: VideoContainer;
  durationMs: number;
  /** True to convert picture and sound. False to convert only the sound and copy the picture. */
  isPictureConverted: boolean;
};

/**
 * Convert a video to H.264 and AAC with the system's ffmpeg. The ffmpeg process can open files but no network
 * connections, gets only PATH from the server's environment, and has limits for memory and time. Each player can have
 * one conversion at a time. The duration of a conversion counts towards the player's share of the converter even if the
 * conversion fails.
 * @returns the outcome: `late` if the conversion exceeds the time limit, `missing` if the system has no ffmpeg
 * @throws AppError `unavailable` if the player already has a conversion, too many videos are waiting, or this
 * conversion could not begin in time
 * @throws the errors of `conversions.check`, and the abort reason of `signal`
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
    // Check again, because other conversions might have used up the share in the meantime.
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
  // Specify the format. If ffmpeg detected the format, it would accept a playlist, which can refer to other files.
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
      // The abort signal has killed the process. The exit event follows and rejects the promise.
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
