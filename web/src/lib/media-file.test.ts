import { LIMITS } from '@rivalhold/shared/limits.ts';
import { CLIP_TEXTS } from '@rivalhold/shared/texts/clips.ts';
import { ATTACHMENT_TEXTS } from '@rivalhold/shared/texts/dms.ts';
import { MEDIA_TEXTS } from '@rivalhold/shared/texts/media.ts';
import { expect, it } from 'vitest';
import { mediaFileError, mediaKind } from './media-file.ts';
import { pictureFileError } from './picture-file.ts';

const file = (name: string, type = '', size = 1) => ({ name, type, size });

it.each([
  [file('a.jpg', 'image/jpeg'), 'image'],
  [file('a.webp', 'image/webp'), 'image'],
  [file('a', 'video/webm'), 'video'],
  [file('a.MOV'), 'video'],
  [file('a.gif'), 'image'],
  [file('IMG_1.AVIF', 'image/avif'), 'image'],
  [file('IMG_1.JPG', 'image/jpg'), 'image'],
  [file('VID_1.3gp', 'video/3gpp'), 'video'],
  [file('VID_1.m4v', 'application/octet-stream'), 'video'],
  [file('a.mp4', 'text/plain'), null],
  [file('a.svg', 'image/svg+xml'), null],
  [file('a.avi'), null],
  [file('a.mov', 'video/quicktime'), 'video'],
  [file('a.png', 'text/html'), null],
] as const)('classifies %o as %s', (one, kind) => {
  expect(mediaKind(one)).toBe(kind);
  expect(mediaFileError(one, CLIP_TEXTS) === null).toBe(kind !== null);
});

it.each([file('a.HEIC'), file('a', 'image/heic'), file('a.heif', 'image/heif')])(
  'rejects %o as a HEIC picture',
  (one) => {
    expect(mediaFileError(one, CLIP_TEXTS)).toBe(MEDIA_TEXTS.heic);
    expect(pictureFileError(one)).toBe(MEDIA_TEXTS.heic);
  },
);

it('accepts files of up to 25 MB', () => {
  expect(mediaFileError(file('a.mp4', 'video/mp4', LIMITS.upload.bytes), CLIP_TEXTS)).toBeNull();
  expect(mediaFileError(file('a.mp4', 'video/mp4', LIMITS.upload.bytes + 1), CLIP_TEXTS)).toBe(
    'Max file size is 25MB',
  );
  const tooLarge = file('a.png', 'image/png', LIMITS.upload.bytes + 1);
  expect(mediaFileError(tooLarge, ATTACHMENT_TEXTS)).toBe('❌ Max 25MB per file.');
});
