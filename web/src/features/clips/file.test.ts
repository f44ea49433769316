import { LIMITS } from '@rivalhold/shared/limits.ts';
import { expect, it } from 'vitest';
import { NoClip } from './api.ts';
import { clipFault, kindOf } from './file.ts';
import { clipUploadFault } from './uploads.ts';
import { swipeTo } from './use-hold.ts';

const file = (name: string, type = '', size = 1) => ({ name, type, size });

it.each([
  [file('a.jpg', 'image/jpeg'), 'image'],
  [file('a.webp', 'image/webp'), 'image'],
  [file('a', 'video/webm'), 'video'],
  [file('a.MOV'), 'video'],
  [file('a.gif'), 'image'],
  [file('a.mp4', 'text/plain'), null],
  [file('a.svg', 'image/svg+xml'), null],
  [file('a.avi'), null],
] as const)('%o is: %s', (one, kind) => {
  expect(kindOf(one)).toBe(kind);
  expect(clipFault(one) === null).toBe(kind !== null);
});

it('takes 25 MB and no byte more', () => {
  expect(clipFault(file('a.mp4', 'video/mp4', LIMITS.upload.bytes))).toBeNull();
  expect(clipFault(file('a.mp4', 'video/mp4', LIMITS.upload.bytes + 1))).toBe('Max file size is 25MB');
});

it.each([
  [new NoClip(), 'Upload finished but response was invalid.'],
  [new TypeError('no connection'), 'Network error during upload.'],
  [Response.json({}, { status: 500 }), 'Upload failed. Try a different file.'],
  [Response.json({ code: 'forbidden', message: 'You are muted.' }, { status: 403 }), 'You are muted.'],
])('%o is said as %s', async (thrown, text) => expect(await clipUploadFault(thrown)).toBe(text));

it.each([
  [-60, 10, 'left'],
  [60, -10, 'right'],
  [5, 120, 'down'],
  [30, 5, null],
  [5, -120, null],
  [60, 60, null],
] as const)('a finger that moves by %i and %i swipes %s', (dx, dy, way) => expect(swipeTo(dx, dy)).toBe(way));
