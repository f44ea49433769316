/* Messages between the site and the process that decodes pictures and videos. */

/** A WebP made from an image, without metadata and stored beside it. Animations stay animated unless `still` is set. */
export type Rendition = { path: string; width: number; height: number; isAnimated: boolean };
export type Fit = {
  width: number;
  height: number;
  fit: 'cover' | 'inside';
  /** Scale factor for animations, which are redrawn often; 1 by default. */
  moving?: number;
  /** Use only the first frame of an animation. */
  still?: true;
};
export const IMAGE_KINDS = ['jpeg', 'png', 'gif', 'webp', 'avif'] as const;
export type ImageKind = (typeof IMAGE_KINDS)[number];
export type ImageTask = {
  does: 'picture';
  file: string;
  fits: readonly Fit[];
  kinds: readonly ImageKind[];
  /** Renders only still pictures of at most this area. */
  maxStillPixels?: number;
};

export type VideoContainer = 'mp4' | 'webm' | 'mov';
/** Facts of a video as it is displayed, after rotation. */
export type VideoInfo = { container: VideoContainer; durationMs: number; width: number; height: number };
/** Names of the codecs of a video that not every browser can play, such as 'HEVC'; null for one that all can. */
export type UnplayableCodecs = { picture: string | null; sound: string | null };
export type VideoTask = {
  does: 'video';
  file: string;
  to: string;
  /** Keeps the picture alone. */
  isSilent?: boolean;
};
export type VideoResult =
  | { video: VideoInfo }
  | { unplayable: UnplayableCodecs; source: Pick<VideoInfo, 'container' | 'durationMs'> };

export type DecoderTask = ImageTask | VideoTask;
export type DecodeResult = Rendition[] | VideoResult;
/** Why a file was refused: its code, and the text for the player unless it is of an unsupported type. */
type Refusal = { code: 'mediaType' | 'tooLarge'; message: string | null };
export type DecoderResponse = { done: DecodeResult } | { refused: Refusal };
/** The decoder's result for a file, or the system's message if the disk is full. */
export type DecoderMessage = DecoderResponse | { isNotSmall: true } | { isFull: string };
