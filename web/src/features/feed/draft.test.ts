import { LIMITS } from '@rivalhold/shared/limits.ts';
import { expect, it } from 'vitest';
import { type Draft, EMPTY_POST, toNewPost, validatePostDraft } from './draft.ts';

const photo: Draft['photo'] = {
  id: 1,
  imageUrl: '/media/photos/a.webp',
  thumbUrl: '/media/photos/a.240.webp',
  width: 4,
  height: 3,
  caption: '',
  likes: 0,
  likedByCurrentUser: false,
};
const gif: Draft['gif'] = { url: 'https://media.giphy.com/a.gif', id: 'a', width: 1, height: 1 };
const youtube = 'https://youtu.be/dQw4w9WgXcQ';
const EMPTY_TEXT = 'Write something and/or add a GIF, YouTube link, or choose a photo.';
const ONE_MEDIUM = 'Choose one media type (Photo, YouTube, or GIF).';

it.each<[string, Partial<Draft>, string | undefined]>([
  ['nothing', {}, EMPTY_TEXT],
  ['blank text and an empty address', { text: ' \n ', youtube: '  ' }, EMPTY_TEXT],
  ['text', { text: 'hello' }, undefined],
  ['a photo', { photo }, undefined],
  ['a GIF and text', { gif, text: 'hello' }, undefined],
  ['a video', { youtube }, undefined],
  ['a photo and a GIF', { photo, gif }, ONE_MEDIUM],
  ['a photo and a video', { photo, youtube }, ONE_MEDIUM],
  ['a GIF and a video', { gif, youtube }, ONE_MEDIUM],
  ['a GIF and an empty address', { gif, youtube: ' ' }, undefined],
  [
    'an address of another site',
    { youtube: 'https://example.com/watch?v=dQw4w9WgXcQ' },
    'Invalid YouTube URL',
  ],
  ['text of the maximum length', { text: ` ${'x'.repeat(LIMITS.feed.text)} ` }, undefined],
  [
    'text above the maximum length',
    { text: 'x'.repeat(LIMITS.feed.text + 1) },
    'Use at most 2,000 characters',
  ],
])('returns the error, if any, for a draft with %s', (_name, draft, text) => {
  expect(validatePostDraft({ ...EMPTY_POST, ...draft })?.text).toBe(text);
});

it('trims a post and sends null for empty fields', () => {
  expect(toNewPost({ ...EMPTY_POST, text: ' hello\nyou ', youtube: ` ${youtube} ` })).toEqual({
    body: 'hello\nyou',
    imageUrl: null,
    gifUrl: null,
    youtubeUrl: youtube,
  });
});
