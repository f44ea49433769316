/** Video processing inside the decoder process: see videos.ts. */
import { type FileHandle, open } from 'node:fs/promises';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import {
  Conversion,
  FilePathSource,
  Input,
  MovOutputFormat,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  StreamTarget,
  type StreamTargetChunk,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';
import type { VideoContainer, VideoInfo, VideoTask } from './tasks.ts';

const CACHE_BYTES = 2 * 2 ** 20;
/** Thirty minutes at 60 frames per second. More frames within 25 MB are of no use and take long to copy. */
const MAX_PACKETS = 108_000;
/** Minimum share of the claimed duration that must be present. */
const MIN_COMPLETE_SHARE = 0.9;
/** The index is written at the end of the file, so that no media data is buffered in memory. */
const FORMATS: Record<VideoContainer, () => Mp4OutputFormat | MovOutputFormat | WebMOutputFormat> = {
  mp4: () => new Mp4OutputFormat({ fastStart: false }),
  mov: () => new MovOutputFormat({ fastStart: false }),
  webm: () => new WebMOutputFormat(),
};

/**
 * Rewrite a video to `to`.
 * @throws a system error if the disk is full; any other error if the file is not a supported video.
 */
export async function rewriteVideoFile({ file, to }: VideoTask): Promise<VideoInfo> {
  if (!(await isComplete(file))) throw new Error('cut off');
  const before = await inspect(file, async (input) => {
    const facts = await videoInfoOf(input);
    const containers: VideoContainer[] = facts.container === 'mov' ? ['mp4', 'mov'] : [facts.container];
    for (const container of containers) {
      if (await copyTracks(input, to, container, container === containers.at(-1))) return facts;
    }
    throw new Error('no supported track');
  });
  const after = await inspect(to, videoInfoOf);
  if (after.durationMs < before.durationMs * MIN_COMPLETE_SHARE) throw new Error('shorter than declared');
  return after;
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
 * Return the format, duration and size of a video. @throws Error if it is not a video, or has no valid duration
 * or size.
 */
async function videoInfoOf(input: Input): Promise<VideoInfo> {
  const format = await input.getFormat();
  const track = await input.getPrimaryVideoTrack();
  if (!track || (await track.getCodec()) === null) throw new Error('no video');
  const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()];
  const durationMs = Math.round((await input.computeDuration()) * 1000);
  const { sidePx, videoMs } = LIMITS.upload;
  const isSize = (side: number) => Number.isInteger(side) && side > 0 && side <= sidePx;
  if (!isSize(width) || !isSize(height)) throw new Error('no size');
  if (!(durationMs > 0 && durationMs <= videoMs)) throw new Error('no duration');
  const { packetCount } = await track.computePacketStats(MAX_PACKETS + 1);
  if (packetCount > MAX_PACKETS) throw new Error('too many frames');
  return { container: format === WEBM ? 'webm' : format === QTFF ? 'mov' : 'mp4', durationMs, width, height };
}

/**
 * Copy video and audio without re-encoding.
 * @param partly whether audio that the container does not support may be dropped
 */
async function copyTracks(
  input: Input,
  to: string,
  container: VideoContainer,
  partly: boolean,
): Promise<boolean> {
  const file = await open(to, 'w');
  const output = new Output({ format: FORMATS[container](), target: targetOf(file) });
  try {
    const conversion = await Conversion.init({
      input,
      output,
      tracks: 'primary',
      tags: {},
      copy: { mode: 'forced', shiftTolerance: Number.POSITIVE_INFINITY },
      showWarnings: false,
    });
    const isKept = conversion.utilizedTracks.some((track) => track.isVideoTrack());
    if (!conversion.isValid || !isKept || (conversion.discardedTracks.length > 0 && !partly)) return false;
    for (const track of output.tracks) delete track.metadata.name;
    await conversion.execute();
    return true;
  } finally {
    if (output.state !== 'finalized') await output.cancel().catch(() => {});
    await file.close();
  }
}

/**
 * Return an output for the muxer. The library's own leaves the file open after a failed write, and ignores
 * partial writes on a nearly full disk.
 */
function targetOf(file: FileHandle): StreamTarget {
  const write = async ({ data, position }: StreamTargetChunk) => {
    for (let done = 0; done < data.byteLength; )
      done += (await file.write(data, done, data.byteLength - done, position + done)).bytesWritten;
  };
  return new StreamTarget(new WritableStream({ write }), { chunked: true });
}

/** Report whether the top-level elements of the file end where the file does. */
async function isComplete(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const head = Buffer.alloc(16);
    const at = async (place: number) => {
      await handle.read(head.fill(0), 0, 16, place);
      return head;
    };
    if ((await at(0)).readUInt32BE() === 0x1a45dfa3) {
      const first = readMatroskaElement(head, 4);
      const segment = await at(4 + first.length + first.size);
      const { length, size: content } = readMatroskaElement(segment, 4);
      const begins = 4 + first.length + first.size + 4 + length;
      return segment.readUInt32BE() === 0x18538067 && !(begins + content > size && Number.isFinite(content));
    }
    let place = 0;
    while (place + 8 <= size) {
      const box = await at(place);
      const short = box.readUInt32BE();
      const length = short === 0 ? size - place : short === 1 ? Number(box.readBigUInt64BE(8)) : short;
      if (length < 8 || place + length > size) return false;
      place += length;
    }
    return true;
  } finally {
    await handle.close();
  }
}

/** Return the length of a Matroska size field and its value; infinite for an unknown size. */
function readMatroskaElement(bytes: Buffer, place: number): { length: number; size: number } {
  const first = bytes[place] ?? 0;
  const length = Math.clz32(first) - 23;
  if (length > 8) throw new Error('no size');
  let size = first & (0xff >> length);
  let isOpen = size === 0xff >> length;
  for (let index = 1; index < length; index++) {
    const byte = bytes[place + index] ?? 0;
    size = size * 256 + byte;
    isOpen &&= byte === 0xff;
  }
  return { length, size: isOpen ? Number.POSITIVE_INFINITY : size };
}
