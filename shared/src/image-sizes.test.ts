import { expect, it } from 'vitest';
import { imageUrlForSize, squareSrcset } from './image-sizes.ts';

it('returns the smallest square version of an uploaded image that is large enough', () => {
  expect(imageUrlForSize('/media/avatars/a-1.webp', 44)).toBe('/media/avatars/a-1.96.webp');
  expect(imageUrlForSize('/media/avatars/a-1.webp', 121)).toBe('/media/avatars/a-1.webp');
  expect(imageUrlForSize('/media/photos/a-1.webp', 900)).toBe('/media/photos/a-1.480.webp');
  expect(imageUrlForSize('https://elsewhere.example/a.webp', 44)).toBe('https://elsewhere.example/a.webp');
});

it('lists the square versions of a photo and of an avatar', () => {
  expect(squareSrcset('/media/photos/a-1.webp')).toBe(
    '/media/photos/a-1.240.webp 240w, /media/photos/a-1.480.webp 480w',
  );
  expect(squareSrcset('/media/avatars/a-1.webp')).toBe(
    '/media/avatars/a-1.96.webp 96w, /media/avatars/a-1.240.webp 240w, /media/avatars/a-1.webp 512w',
  );
  expect(squareSrcset('https://elsewhere.example/a.webp')).toBeUndefined();
});
