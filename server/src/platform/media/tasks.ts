/* Messages between the site and the process that decodes pictures and videos. */

/** What a picture is made into: WebP without metadata, moving pictures still moving unless told. Lies beside the file. */
export type Rendition = { path: string; width: number; height: number; isAnimated: boolean };
export type Fit = {
  width: number;
  height: number;
  fit: 'cover' | 'inside';
  /** Part of this size at which a moving picture is made, since it is drawn many times over; 1 unless told. */
  moving?: number;
  /** Only the first frame of a moving picture. */
  still?: true;
};
export const IMAGE_KINDS = ['jpeg', 'png', 'gif', 'webp'] as const;
export type ImageKind = (typeof IMAGE_KINDS)[number];
export type ImageTask = {
  does: 'picture';
  file: string;
  fits: readonly Fit[];
  kinds: readonly ImageKind[];
};

export type VideoContainer = 'mp4' | 'webm' | 'mov';
/** Of a video as it is shown, turned as it says. */
export type VideoInfo = { container: VideoContainer; durationMs: number; width: number; height: number };
export type VideoTask = { does: 'video'; file: string; to: string };

export type DecoderTask = ImageTask | VideoTask;
export type DecodeResult = Rendition[] | VideoInfo;
export type DecoderResponse = { done: DecodeResult } | { refused: 'mediaType' | 'tooLarge' };
/** What the process says of a file, or that the machine has no room for what is made of it, in the system's words. */
export type DecoderMessage = DecoderResponse | { isFull: string };
