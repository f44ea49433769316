/** Video processing inside the decoder process: see videos.ts. */
import { type FileHandle, open } from 'node:fs/promises';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { MEDIA_TEXTS } from '@rivalhold/shared/texts/media.ts';
import {
  Conversion,
  FilePathSource,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  Logging,
  LogLevel,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  StreamTarget,
  type StreamTargetChunk,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';
import { AppError } from '../errors.ts';
import { codecName, isPlayable } from './codecs.ts';
import type { UnplayableCodecs, VideoContainer, VideoInfo, VideoResult, VideoTask } from './tasks.ts';

const CACHE_BYTES = 2 * 2 ** 20;
/**
 * Maximum number of frames, which is reached after thirty minutes at 60 frames per second. With more frames, a file of
 * 25 MB has too few bytes per frame to be useful, and takes a long time to copy.
 */
const MAX_PACKETS = 108_000;
/**
 * Minimum ratio of the copy's duration to the duration that the original file declares. If the ratio is lower, the
 * video is truncated.
 */
const MIN_COMPLETE_SHARE = 0.9;
/**
 * Output formats. The index is written at the end of the file. Writing it at the beginning would require buffering the
 * media data in memory.
 */
const FORMATS: Record<VideoContainer, () => Mp4OutputFormat | WebMOutputFormat> = {
  mp4: () => new Mp4OutputFormat({ fastStart: false }),
  mov: () => new Mp4OutputFormat({ fastStart: false }),
  webm: () => new WebMOutputFormat(),
};

Logging.level = LogLevel.Silent;

/**
 * Copy the tracks of a video into a new file. If some browsers cannot play a track, or the container does not support
 * the sound, make no copy, and return the names of the codecs that need a conversion.
 * @throws AppError `mediaType` for a truncated video, or for a file that has only sound
 * @throws the system's error if the disk is full, and any other error if the file is not a valid video
 */
export async function rewriteVideoFile({ file, to, isSilent = false }: VideoTask): Promise<VideoResult> {
  await cutTrailer(file);
  const before = await inspect(file, async (input) => {
    const info = await videoInfoOf(input);
    const unplayable = await unplayableCodecs(input, isSilent);
    const { container, durationMs } = info;
    const source = { container, durationMs };
    if (unplayable) return { unplayable, source };
    const lost = await copyTracks(input, { to, container, isSilent });
    return lost ? { unplayable: { picture: null, sound: lost }, source } : { video: info };
  });
  if ('unplayable' in before) return before;
  const video = await inspect(to, videoInfoOf);
  if (video.durationMs < before.video.durationMs * MIN_COMPLETE_SHARE) throw truncated();
  return { video };
}

/**
 * Maximum number of top-level boxes. Most videos have only a few boxes. A fragmented video has about one box per
 * second.
 */
const MAX_BOXES = 20_000;
const truncated = () => new AppError('mediaType', MEDIA_TEXTS.damagedVideo);

/**
 * Return the names of the video's codecs that some browsers cannot play. Return null if all browsers can play the
 * video.
 */
async function unplayableCodecs(input: Input, isSilent: boolean): Promise<UnplayableCodecs | null> {
  const nameOf = async (track: InputVideoTrack | InputAudioTrack | null) =>
    track === null || (await isPlayable(track)) ? null : codecName(track);
  const picture = await nameOf(await input.getPrimaryVideoTrack());
  const sound = isSilent ? null : await nameOf(await input.getPrimaryAudioTrack());
  return picture === null && sound === null ? null : { picture, sound };
}

async function inspect<T>(file: string, use: (input: Input) => Promise<T>): Promise<T> {
  const input = new Input({
    formats: [MP4, QTFF, WEBM],
    source: new FilePathSource(file, { maxCacheSize: CACHE_BYTES, handleUnhandledError: () => {} }),
  });
  try {
    return await use(input);
  } finally {
    input.dispose();
  }
}

/**
 * Return the format, duration, width and height of a video.
 * @throws AppError `mediaType` for a file that has only sound
 * @throws Error if the file is not a video, or if its duration, width, height or number of frames is invalid
 */
async function videoInfoOf(input: Input): Promise<VideoInfo> {
  const format = await input.getFormat();
  const track = await input.getPrimaryVideoTrack();
  if (!track && (await input.getPrimaryAudioTrack())) throw new AppError('mediaType', MEDIA_TEXTS.noVideo);
  if (!track) throw new Error('no video');
  const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()];
  const durationMs = Math.round((await input.computeDuration()) * 1000);
  const { sidePx, videoMs } = LIMITS.upload;
  const isSize = (side: number) => Number.isInteger(side) && side > 0 && side <= sidePx;
  if (!isSize(width) || !isSize(height) || width * height > LIMITS.upload.pixels) throw new Error('no size');
  if (!(durationMs > 0 && durationMs <= videoMs)) throw new Error('no duration');
  const { packetCount } = await track.computePacketStats(MAX_PACKETS + 1);
  if (packetCount > MAX_PACKETS) throw new Error('too many frames');
  return { container: format === WEBM ? 'webm' : format === QTFF ? 'mov' : 'mp4', durationMs, width, height };
}

/**
 * Copy the encoded picture and sound, and return null. If the container does not support the sound's codec, copy
 * nothing, and return the name of the codec.
 * @throws Error if the container does not support the picture's codec
 */
async function copyTracks(
  input: Input,
  { to, container, isSilent }: { to: string; container: VideoContainer; isSilent: boolean },
): Promise<string | null> {
  const file = await open(to, 'w');
  const output = new Output({ format: FORMATS[container](), target: targetOf(file) });
  try {
    const conversion = await Conversion.init({
      input,
      output,
      tracks: 'primary',
      tags: {},
      audio: { discard: isSilent },
      copy: { mode: 'forced', shiftTolerance: Number.POSITIVE_INFINITY },
      showWarnings: false,
    });
    const hasVideo = conversion.utilizedTracks.some((track) => track.isVideoTrack());
    if (!conversion.isValid || !hasVideo) throw new Error('no video track that can be copied');
    const lost = conversion.discardedTracks.find(({ reason }) => reason !== 'discarded_by_user')?.track;
    if (lost?.isAudioTrack()) return await codecName(lost);
    for (const track of output.tracks) delete track.metadata.name;
    await conversion.execute();
    return null;
  } finally {
    if (output.state !== 'finalized') await output.cancel().catch(() => {});
    await file.close();
  }
}

/**
 * Return an output for the muxer. The library's own file output is not used, because it leaves the file open after a
 * failed write, and ignores partial writes on a nearly full disk.
 */
function targetOf(file: FileHandle): StreamTarget {
  const write = async ({ data, position }: StreamTargetChunk) => {
    for (let done = 0; done < data.byteLength; )
      done += (await file.write(data, done, data.byteLength - done, position + done)).bytesWritten;
  };
  return new StreamTarget(new WritableStream({ write }), { chunked: true });
}

/** Types of boxes in an MP4 or QuickTime file that contain media data or a description of this data. */
const CONTENT_BOXES = ['moov', 'mdat', 'moof'];

/**
 * Remove the bytes that phones and messengers append after the last box of an MP4 or QuickTime file. A WebM file is
 * checked but not changed.
 * @throws AppError `mediaType` if the video is truncated
 * @throws Error if the file has none of these formats
 */
async function cutTrailer(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    const { size } = await handle.stat();
    const head = Buffer.alloc(16);
    const at = async (position: number) => {
      await handle.read(head.fill(0), 0, 16, position);
      return head;
    };
    if ((await at(0)).readUInt32BE() === 0x1a45dfa3) {
      const first = readMatroskaElement(head, 4);
      const segment = await at(4 + first.length + first.size);
      const { length, size: content } = readMatroskaElement(segment, 4);
      const begins = 4 + first.length + first.size + 4 + length;
      if (segment.readUInt32BE() !== 0x18538067) throw new Error('not a Matroska file');
      if (begins + content > size && Number.isFinite(content)) throw truncated();
      return;
    }
    const found = new Set<string>();
    let position = 0;
    for (let boxes = 0; position < size; boxes++) {
      if (boxes === MAX_BOXES) throw truncated();
      const box = await at(position);
      const type = box.toString('latin1', 4, 8);
      const short = box.readUInt32BE();
      const length = short === 0 ? size - position : short === 1 ? Number(box.readBigUInt64BE(8)) : short;
      if (length < 8 || position + length > size) {
        const isWhole = found.has('moov') && found.has('mdat') && !CONTENT_BOXES.includes(type);
        found.add(type);
        if (!isWhole && !CONTENT_BOXES.some((one) => found.has(one))) throw new Error('no video');
        if (!isWhole) throw truncated();
        await handle.truncate(position);
        return;
      }
      found.add(type);
      position += length;
    }
  } finally {
    await handle.close();
  }
}

/**
 * Read the size field after the id of a Matroska element. Return the length of the field in bytes, and the size that
 * it contains. Return infinity for an unknown size.
 */
function readMatroskaElement(bytes: Buffer, position: number): { length: number; size: number } {
  const first = bytes[position] ?? 0;
  const length = Math.clz32(first) - 23;
  if (length > 8) throw new Error('no size');
  let size = first & (0xff >> length);
  let isOpen = size === 0xff >> length;
  for (let index = 1; index < length; index++) {
    const byte = bytes[position + index] ?? 0;
    size = size * 256 + byte;
    isOpen &&= byte === 0xff;
  }
  return { length, size: isOpen ? Number.POSITIVE_INFINITY : size };
}
