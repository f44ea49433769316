import { formatNumber } from '../format-number.ts';
import { LIMITS } from '../limits.ts';

const { sidePx, pixels, animationPixels, frames } = LIMITS.upload;
const megapixels = (count: number) => formatNumber(Math.ceil(count / 1_000_000));
const SAVE_AS_H264 = 'Save this video as a standard H.264 MP4 video.';
const MOST_COMPATIBLE = 'On an iPhone, choose Settings › Camera › Formats › Most Compatible.';

/** Texts about pictures and videos that cannot be used or shown, and about converting videos. All uploads use them. */
export const MEDIA_TEXTS = {
  damaged: 'This picture is damaged.',
  damagedVideo: 'This video is damaged.',
  noVideo: 'This file has sound, but no video.',
  heic: `HEIC photos can’t be used yet. ${MOST_COMPATIBLE}`,
  tooLong: (width: number, height: number) =>
    `This picture has ${formatNumber(width)} × ${formatNumber(height)} pixels. Each side can have at most ${formatNumber(sidePx)} pixels.`,
  tooManyPixels: (count: number) =>
    `This picture has ${megapixels(count)} megapixels. Use one with at most ${megapixels(pixels)}.`,
  tooManyFrames: (count: number) =>
    `This animation has ${formatNumber(count)} frames. Use one with at most ${formatNumber(frames)}.`,
  animationTooLarge: (count: number) =>
    `The frames of this animation add up to ${megapixels(count)} megapixels. Use one with at most ${megapixels(animationPixels)}.`,
  needsTooMuchMemory:
    'This picture needs too much memory. Make it smaller, or save it as a JPEG that is not progressive.',
  takesTooLong: 'This file takes too long to process. Make it smaller.',

  cannotPlay: (codec: string) =>
    `${codec} videos can’t be used here. ${SAVE_AS_H264}${codec === 'HEVC' ? ` ${MOST_COMPATIBLE}` : ''}`,
  conversionFailed: (codec: string) => `This ${codec} video couldn’t be converted. ${SAVE_AS_H264}`,
  conversionTooSlow: (codec: string) =>
    `Converting this ${codec} video takes too long. Make it shorter, or save it as a standard H.264 MP4 video.`,
  soundRemoved: (codec: string) =>
    `The sound of your video was removed, because ${codec} sound can’t be played here.`,
  conversionsBusy: 'Other videos are being converted. Try again in a minute.',
  converting: 'Converting…',
  noPicture: 'This browser can’t play this video. Try another browser.',
} as const;
