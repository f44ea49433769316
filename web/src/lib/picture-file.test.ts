import { expect, it } from 'vitest';
import { pictureFileError } from './picture-file.ts';

const MB = 1024 * 1024;
it.each([
  ['me.png', 'image/png', MB, null],
  ['me.JPG', '', 25 * MB, null],
  ['me.gif', 'image/gif', 25 * MB + 1, 'File too large. Max 25MB allowed.'],
  ['me.webp', 'image/webp', MB, 'Invalid file type. Use .jpg, .png, .jpeg, or .gif.'],
  ['me.svg', 'image/svg+xml', MB, 'Invalid file type. Use .jpg, .png, .jpeg, or .gif.'],
  ['me.png', 'application/octet-stream', MB, null],
  ['notes', '', MB, 'Invalid file type. Use .jpg, .png, .jpeg, or .gif.'],
])('validates %s of type %j with %i bytes: error %j', (name, type, size, error) => {
  expect(pictureFileError({ name, type, size })).toBe(error);
});
