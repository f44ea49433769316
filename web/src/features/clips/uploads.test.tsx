import { expect, it } from 'vitest';
import { InvalidClipResponse } from './api.ts';
import { clipUploadError } from './uploads.ts';
import { swipeDirection } from './use-press-gesture.ts';

it.each([
  [new InvalidClipResponse(), 'Upload finished but response was invalid.'],
  [new TypeError('no connection'), 'Network error during upload.'],
  [Response.json({}, { status: 500 }), 'Upload failed. Try a different file.'],
  [Response.json({ code: 'forbidden', message: 'You are muted.' }, { status: 403 }), 'You are muted.'],
])('describes the upload error %o as %s', async (thrown, text) =>
  expect(await clipUploadError(thrown)).toBe(text),
);

it.each([
  [-60, 10, 'left'],
  [60, -10, 'right'],
  [5, 120, 'down'],
  [30, 5, null],
  [5, -120, null],
  [60, 60, null],
] as const)('a finger that moves %i px right and %i px down swipes %s', (dx, dy, way) =>
  expect(swipeDirection(dx, dy)).toBe(way),
);
