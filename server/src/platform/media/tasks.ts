/* Messages between the server and the process that decodes pictures and videos. */

/** A WebP file made from an image, without metadata. An animation stays animated unless `Fit.still` is set. */
export type Rendition = { path: string; width: number; height: number; isAnimated: boolean };
export type Fit = {
  width: number;
  height: number;
  fit: 'cover' | 'inside';
  /** True if a tall still picture may exceed `height`, so that its text stays readable (see `scaleToFit`). */
  tall?: true;
  /**
   * Additional scale factor for animations; 1 by default. A smaller animation takes less time, because every
   * frame is encoded.
   */
  moving?: number;
  /** True to use only the first frame of an animation. */
  still?: true;
};
export const IMAGE_KINDS = ['jpeg', 'png', 'gif', 'webp', 'avif'] as const;
export type ImageKind = (typeof IMAGE_KINDS)[number];
export type ImageTask = {
  type: 'image';
  file: string;
  fits: readonly Fit[];
  kinds: readonly ImageKind[];
  /** If set, only still pictures with at most this number of pixels are rendered. */
  maxStillPixels?: number;
};

export type VideoContainer = 'mp4' | 'webm' | 'mov';
/** Properties of a video. Width and height are the size of the displayed picture, after rotation. */
export type VideoInfo = { container: VideoContainer; durationMs: number; width: number; height: number };
/**
 * Names of a video's codecs that need a conversion: some browsers cannot play them (such as 'HEVC'), or the container
 * does not support them. Null for a track that needs no conversion.
 */
export type UnplayableCodecs = { picture: string | null; sound: string | null };
export type VideoTask = {
  type: 'video';
  file: string;
  to: string;
  /** If true, remove the audio track. */
  isSilent?: boolean;
};
export type VideoResult =
  | { video: VideoInfo }
  | { unplayable: UnplayableCodecs; source: Pick<VideoInfo, 'container' | 'durationMs'> };

export type DecoderTask = ImageTask | VideoTask;
export type DecodeResult = Rendition[] | VideoResult;
/**
 * The reason for refusing a file: an error code, and a message to the player. If the message is null, the default
 * message of the error code applies.
 */
type Refusal = { code: 'mediaType' | 'tooLarge'; message: string | null };
export type DecoderResponse = { done: DecodeResult } | { refused: Refusal };
/**
 * The decoder's response to a task. `isNotSmall` means that the picture is animated or larger than `maxStillPixels`.
 * `isFull` means that the disk is full, and contains the system's message.
 */
export type DecoderMessage = DecoderResponse | { isNotSmall: true } | { isFull: string };
