import { waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { freezeImage } from './freeze-image.ts';
import { freezeUploads } from './freeze-uploads.ts';

vi.mock('./freeze-image.ts', () => ({ freezeImage: vi.fn(async () => undefined) }));
vi.mock('./reduced-motion.ts', () => ({ reducedMotion: () => ({ matches: true }) }));

const stop = freezeUploads();
afterEach(stop);

function loadedImage(src: string): HTMLImageElement {
  const image = document.createElement('img');
  image.src = src;
  document.body.append(image);
  image.dispatchEvent(new Event('load'));
  return image;
}

it('freezes uploaded images, but no icons and no image that has become a local preview', async () => {
  const changed = loadedImage('/media/avatars/one.webp');
  changed.src = 'blob:http://localhost/preview';
  const upload = loadedImage('/media/avatars/two.webp');
  loadedImage('/icons/star.svg');
  await waitFor(() => expect(vi.mocked(freezeImage).mock.calls).toEqual([[upload]]));
});
