import { CLIP_TEXTS } from '@rivalhold/shared/texts/clips.ts';
import { expect, it, vi } from 'vitest';
import { waitFor } from '../../../../scripts/testing/wait-for.ts';
import { upload } from '../../lib/upload.ts';
import { toast } from '../../ui/toast.ts';
import { InvalidClipResponse } from './api.ts';
import { clipUploadError, postClip } from './uploads.ts';
import { swipeDirection } from './use-press-gesture.ts';

vi.mock('../../lib/upload.ts', () => ({ upload: vi.fn() }));

it.each([
  [new InvalidClipResponse(), 'Upload finished but response was invalid.'],
  [new TypeError('no connection'), 'Network error during upload.'],
  [Response.json({}, { status: 500 }), 'Upload failed. Try a different file.'],
  [Response.json({ code: 'forbidden', message: 'You are muted.' }, { status: 403 }), 'You are muted.'],
])('describes the upload error %o as %s', async (thrown, text) =>
  expect(await clipUploadError(thrown)).toBe(text),
);

it.each([
  [401, true],
  [409, true],
  [413, false],
  [415, false],
  [429, true],
])('after an upload fails with status %i, a retry is offered: %s', async (status, isOffered) => {
  const shown = vi.spyOn(toast, 'error').mockReset();
  vi.mocked(upload).mockRejectedValue(new Response(null, { status }));
  postClip(new File(['x'], 'duel.mp4', { type: 'video/mp4' }), {
    caption: '',
    thumb: null,
    user: { id: 1, username: 'Bjorn', avatarUrl: null, level: 3 },
  });
  await waitFor(() => expect(shown).toHaveBeenCalledOnce());
  const retry = { action: { label: CLIP_TEXTS.retry, onClick: expect.any(Function) } };
  expect(shown).toHaveBeenCalledWith(CLIP_TEXTS.uploadFailed, isOffered ? retry : {});
});

it.each([
  [-60, 10, 'left'],
  [60, -10, 'right'],
  [5, 120, 'down'],
  [30, 5, null],
  [5, -120, null],
  [60, 60, null],
] as const)('returns the swipe direction for %i px right and %i px down: %s', (dx, dy, way) =>
  expect(swipeDirection(dx, dy)).toBe(way),
);
