/* Messages between the site and the process that decodes pictures and videos. */

/** What a picture is made into: WebP without metadata, moving pictures still moving unless told. Lies beside the file. */
export type Rendition = { path: string; width: number; height: number; moves: boolean };
export type Fit = {
  width: number;
  height: number;
  fit: 'cover' | 'inside';
  /** Part of this size at which a moving picture is made, since it is drawn many times over; 1 unless told. */
  moving?: number;
  /** Only the first frame of a moving picture. */
  still?: true;
};
export const PICTURE_KINDS = ['jpeg', 'png', 'gif', 'webp'] as const;
export type PictureKind = (typeof PICTURE_KINDS)[number];
export type PictureTask = {
  does: 'picture';
  file: string;
  fits: readonly Fit[];
  kinds: readonly PictureKind[];
};

export type VideoContainer = 'mp4' | 'webm' | 'mov';
/** Of a video as it is shown, turned as it says. */
export type VideoFacts = { container: VideoContainer; durationMs: number; width: number; height: number };
export type VideoTask = { does: 'video'; file: string; to: string };

export type DecoderTask = PictureTask | VideoTask;
export type Decoded = Rendition[] | VideoFacts;
export type DecoderAnswer = { done: Decoded } | { refused: 'mediaType' | 'tooLarge' };
/** What the process says of a file, or that the machine has no room for what is made of it, in the system's words. */
export type DecoderTold = DecoderAnswer | { isFull: string };
